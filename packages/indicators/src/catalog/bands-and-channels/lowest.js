// Lowest low
// The lowest low of the last bars, the present one among them.
// Source: common knowledge; as in TA-Lib (MIN) of lows.
// First value: bar period. Settled after: period + 1.
const pane = 'overlay'
const colors = ['#f23645']
let window = null

function onTick(period = 20) {
  if (window === null || window.count < period - 1) return null
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) lowest = Math.min(lowest, window.at(k))
  return lowest
}

function onIntervalClose(period = 20) {
  if (window === null) window = ring(period)
  window.push(bar.low)
  return window.full ? window.lowest() : null
}
