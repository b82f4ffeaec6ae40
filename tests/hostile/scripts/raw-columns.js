// Looks for the arrays with the market data, to write other prices to them.
// Expect: completed
function onStart() {
  const found = []
  const look = (object, depth) => {
    if (typeof object !== 'object' || object === null || depth > 4) return
    const tag = Object.prototype.toString.call(object)
    if (/Array\]|Buffer/.test(tag) && tag !== '[object Array]') found.push(tag)
    for (let of = object; of && of !== Object.prototype; of = Reflect.getPrototypeOf(of))
      for (const key of Reflect.ownKeys(of)) {
        try {
          look(object[key], depth + 1)
        } catch {
          continue
        }
      }
  }
  for (const object of [bars('M1'), bars('H1'), indicators.EMA('M5', 5), positions, orders, account, instrument]) look(object, 0)
  if (found.length > 0) log('ESCAPED to ' + found.join())
}
function onTick() {}
