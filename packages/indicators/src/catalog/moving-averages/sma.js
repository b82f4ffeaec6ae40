// Simple moving average of closes
// The plain average of the last closes; it does not drift, and equal averages are equal numbers.
// Source: common knowledge; as in TA-Lib (SMA).
// First value: bar period. Settled after: period + 1.
const pane = 'overlay'
const colors = ['#2962ff']
let window = null

function onTick(period = 20) {
  if (window === null || window.count < period - 1) return null
  let sum = bar.close
  for (let k = 0; k < period - 1; k++) sum += window.at(k)
  return sum / period
}

function onIntervalClose(period = 20) {
  if (window === null) window = ring(period)
  window.push(bar.close)
  return window.full ? window.mean() : NaN
}
