// Standard deviation of closes
// Of the whole window, not of a sample: the squares are divided by the period.
// Source: common knowledge; as in TA-Lib (STDDEV).
// First value: bar period. Settled after: period + 1.
const pane = 'study'
const colors = ['#2962ff']
let window = null

function onTick(period = 20) {
  if (window === null || window.count < period - 1) return null
  let sum = bar.close
  for (let k = 0; k < period - 1; k++) sum += window.at(k)
  const mean = sum / period
  let squares = (bar.close - mean) ** 2
  for (let k = 0; k < period - 1; k++) squares += (window.at(k) - mean) ** 2
  return Math.sqrt(squares / period)
}

function onIntervalClose(period = 20) {
  if (window === null) window = ring(period)
  window.push(bar.close)
  return window.full ? window.deviation() : null
}
