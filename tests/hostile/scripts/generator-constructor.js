// Compiles text through the constructor of generator functions, which is not a global.
// Expect: completed
function onStart() {
  const samples = [function* () {}, { *a() {} }.a, () => 1, class {}, log, buy.bind(null)]
  for (const sample of samples) {
    for (let of = sample; of; of = Reflect.getPrototypeOf(of)) {
      const { constructor } = of
      if (typeof constructor !== 'function' || constructor === Object) continue
      try {
        const made = constructor('return 7')
        if (typeof made === 'function') log('ESCAPED by ' + String(sample).slice(0, 20))
      } catch {
        log('refused')
      }
    }
  }
}
function onTick() {}
