// Linear regression intercept
// Start of the straight line that best fits the last closes, at the oldest bar of the window.
// Source: method of least squares; as in TA-Lib (LINEARREG_INTERCEPT).
// First value: bar period.
const key = 'LinearRegressionIntercept'
const group = 'Statistics'
const pane = 'overlay'
const colors = ['#2962ff']
const minimum = { period: 2 }
let closes = null

function onTick(period = 14) {
  closes ??= ring(period)
  closes.push(bar.close)
  if (!closes.full) return null
  return kit.line(closes).start
}
