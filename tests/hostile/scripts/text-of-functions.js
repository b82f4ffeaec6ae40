// Reads the text of functions of the engine.
// Expect: completed
class Own {}
function onStart() {
  const { get } = Object.getOwnPropertyDescriptor(new Error('look'), 'stack')
  for (const one of [buy, log, bars, indicators.SMA, Date, Math.random, Error.prepareStackTrace, get, onStart, Own]) {
    const texts = typeof one === 'function' ? [String(one), Object.getPrototypeOf(onStart).toString.call(one)] : []
    for (const text of texts) if (text !== 'function () { [native code] }') log('ESCAPED to ' + text.slice(0, 200))
  }
}
function onTick() {}
