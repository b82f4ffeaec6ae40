// Rate of change
// The change of the close since a number of bars ago, as a percentage of that close.
// Source: common knowledge; as in TA-Lib (ROC).
// First value: bar period + 1.
const key = 'ROC'
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
  return before === 0 ? 0 : 100 * (bar.close / before - 1)
}

function onTick(period = 10) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
