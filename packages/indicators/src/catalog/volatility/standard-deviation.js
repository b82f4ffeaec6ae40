// Standard deviation of closes
// Of the whole window, not of a sample: the squares are divided by the period.
// Source: common knowledge; as in TA-Lib (STDDEV).
// First value: bar period. Settled after: period + 1.
const key = 'StandardDeviation'
const group = 'Volatility'
const pane = 'study'
const colors = ['#2962ff']
let window = null

function onTick(period = 20) {
  window ??= ring(period)
  window.push(bar.close)
  return window.full ? window.deviation() : NaN
}
