// Time series forecast
// Extension of the straight line that best fits the last closes to the next bar.
// Source: method of least squares; as in TA-Lib (TSF).
// First value: bar period.
const key = 'TimeSeriesForecast'
const group = 'Statistics'
const pane = 'overlay'
const colors = ['#2962ff']
const minimum = { period: 2 }
let closes = null

function onTick(period = 14) {
  closes ??= ring(period)
  closes.push(bar.close)
  if (!closes.full) return null
  const { slope, end } = kit.line(closes)
  return end + slope
}
