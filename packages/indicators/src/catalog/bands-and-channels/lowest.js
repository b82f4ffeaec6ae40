// Lowest low
// The lowest low of the last bars, including the current one.
// Source: common knowledge; as in TA-Lib (MIN) of lows.
// First value: bar period. Settled after: period + 1.
const key = 'Lowest'
const group = 'Bands and channels'
const pane = 'overlay'
const colors = ['#f23645']
let window = null

function onTick(period = 20) {
  window ??= ring(period)
  window.push(bar.low)
  return window.full ? window.lowest() : null
}
