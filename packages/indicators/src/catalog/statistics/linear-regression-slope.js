// Linear regression slope
// Slope per bar of the straight line that best fits the last closes.
// Source: method of least squares; as in TA-Lib (LINEARREG_SLOPE).
// First value: bar period.
const key = 'LinearRegressionSlope'
const group = 'Statistics'
const pane = 'study'
const colors = ['#2962ff']
const minimum = { period: 2 }
let closes = null

function onTick(period = 14) {
  closes ??= ring(period)
  closes.push(bar.close)
  if (!closes.full) return null
  return kit.line(closes).slope
}
