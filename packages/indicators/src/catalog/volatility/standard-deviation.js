// Standard deviation of closes
// Of the whole window, not of a sample: the squares are divided by the period.
// Source: common knowledge; as in TA-Lib (STDDEV).
// First value: bar period. Settled after: period + 1.
const pane = 'study'
const colors = ['#2962ff']
let window = null

function onTick(period = 20) {
  if (window === null || window.count < period - 1) return null
  // Distances from the growing bar: in a market that stands still they are zero, and nothing is lost in a high price.
  let sum = 0
  for (let k = 0; k < period - 1; k++) sum += window.at(k) - bar.close
  const offset = sum / period
  let squares = offset ** 2
  for (let k = 0; k < period - 1; k++) squares += (window.at(k) - bar.close - offset) ** 2
  return Math.sqrt(squares / period)
}

function onIntervalClose(period = 20) {
  if (window === null) window = ring(period)
  window.push(bar.close)
  return window.full ? window.deviation() : NaN
}
