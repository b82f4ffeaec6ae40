// Highest high
// The highest high of the last bars, including the current one.
// Source: common knowledge; as in TA-Lib (MAX) of highs.
// First value: bar period. Settled after: period + 1.
const key = 'Highest'
const group = 'Bands and channels'
const pane = 'overlay'
const colors = ['#089981']
let window = null

function onTick(period = 20) {
  window ??= ring(period)
  window.push(bar.high)
  return window.full ? window.highest() : null
}
