// Stochastic oscillator
// Where the close lies between the lowest low and the highest high, smoothed by a simple average (k), and a simple
// average of that (d). A window without range has the value 0.
// Source: G. C. Lane, "Lane's Stochastics", 1984; as in TA-Lib (STOCH).
// First value: bar period + smoothing + signal - 2. Settled after: period + smoothing + signal + 1.
const key = 'Stochastic'
const group = 'Oscillators'
const pane = 'study'
const outputs = ['k', 'd']
const colors = ['#2962ff', '#ff6d00']
let highs = null
let lows = null
let raws = null
let smooths = null

function position(close, lowest, highest) {
  return highest === lowest ? 0 : (100 * (close - lowest)) / (highest - lowest)
}

function onTick(period = 14, smoothing = 3, signal = 3) {
  if (highs === null) {
    highs = ring(period)
    lows = ring(period)
    raws = ring(smoothing)
    smooths = ring(signal)
  }
  highs.push(bar.high)
  lows.push(bar.low)
  if (!highs.full) return null
  raws.push(position(bar.close, lows.lowest(), highs.highest()))
  if (!raws.full) return null
  smooths.push(raws.mean())
  return smooths.full ? { k: raws.mean(), d: smooths.mean() } : null
}
