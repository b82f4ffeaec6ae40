// Least squares moving average of closes
// The end of the straight line that best fits the last closes.
// Source: method of least squares; as in TA-Lib (LINEARREG).
// First value: bar period.
const key = 'LSMA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
const minimum = { period: 2 }
let closes = null

function onTick(period = 25) {
  closes ??= ring(period)
  closes.push(bar.close)
  if (!closes.full) return null
  return kit.line(closes).end
}
