// Raw stochastic value
// Where the close lies between the lowest low and the highest high of the window, in percent, without smoothing; 0
// for a window without range.
// Source: G. C. Lane, "Lane's Stochastics", 1984; the raw value of the KDJ indicator.
// First value: bar period.
const key = 'RSV'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function onTick(period = 9) {
  parts ??= { highs: ring(period), lows: ring(period) }
  parts.highs.push(bar.high)
  parts.lows.push(bar.low)
  if (!parts.highs.full) return null
  const [highest, lowest] = [parts.highs.highest(), parts.lows.lowest()]
  return highest === lowest ? 0 : (100 * (bar.close - lowest)) / (highest - lowest)
}
