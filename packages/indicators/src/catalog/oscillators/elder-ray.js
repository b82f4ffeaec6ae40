// Elder ray
// How far the high (bull power) and the low (bear power) are from the exponential average of closes.
// Source: A. Elder, "Trading for a Living", 1993.
// First value: bar period. Settled after: 8 * (period + 1).
const key = 'ElderRay'
const group = 'Oscillators'
const pane = 'study'
const outputs = ['bull', 'bear']
const colors = ['#089981', '#f23645']
let parts = null

function start(period) {
  return { average: kit.ema(period) }
}

function reading() {
  const average = parts.average.next(bar.close)
  return average === null ? null : { bull: bar.high - average, bear: bar.low - average }
}

function onTick(period = 13) {
  parts ??= start(period)
  return reading()
}
