// Momentum
// The change of the close since a number of bars ago, a price distance.
// Source: common knowledge; as in TA-Lib (MOM).
// First value: bar period + 1.
const key = 'Momentum'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  if (!parts.closes.full) return null
  const before = parts.closes.at(period - 1)
  return bar.close - before
}

function onTick(period = 10) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
