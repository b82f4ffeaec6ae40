// Highest high
// The highest high of the last bars, the present one among them.
// Source: common knowledge; as in TA-Lib (MAX) of highs.
// First value: bar period. Settled after: period + 1.
const pane = 'overlay'
const colors = ['#089981']
let window = null

function onTick(period = 20) {
  if (window === null || window.count < period - 1) return null
  let highest = bar.high
  for (let k = 0; k < period - 1; k++) highest = Math.max(highest, window.at(k))
  return highest
}

function onIntervalClose(period = 20) {
  if (window === null) window = ring(period)
  window.push(bar.high)
  return window.full ? window.highest() : null
}
