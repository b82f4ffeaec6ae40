// Simple moving average of closes
// The simple average of the last closes; it does not drift, and equal averages are equal numbers.
// Source: common knowledge; as in TA-Lib (SMA).
// First value: bar period. Settled after: period + 1.
const key = 'SMA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
let window = null

function onTick(period = 20) {
  window ??= ring(period)
  window.push(bar.close)
  return window.full ? window.mean() : NaN
}
