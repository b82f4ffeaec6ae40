// Changes the classes that all indicators share.
// Expect: completed
function onStart() {
  const average = indicators.SMA('M1', 3)
  const attempts = [
    () => { Reflect.getPrototypeOf(average).value = () => 1 },
    () => { average.value = () => 1 },
    () => { indicators.SMA = () => average },
    () => { delete indicators.EMA },
    () => Object.defineProperty(Reflect.getPrototypeOf(bars('M1')), 'close', { value: () => 1 }),
    () => Reflect.setPrototypeOf(average, null),
    () => Reflect.getPrototypeOf(average).value.call({}),
    () => Reflect.construct(Reflect.getPrototypeOf(average).constructor, [{}, {}]),
  ]
  for (const attempt of attempts) {
    try {
      if (attempt() === true) log('ESCAPED to a class')
    } catch {
      log('refused')
    }
  }
}
function onTick() {}
