// Linear regression
// The straight line that best fits the last closes: its end at the current bar, its slope per bar and the part of
// the variance that it explains (0 to 1).
// Source: method of least squares; as in TA-Lib (LINEARREG, LINEARREG_SLOPE).
// First value: bar period.
const key = 'LinearRegression'
const group = 'Statistics'
const pane = 'overlay'
const outputs = ['value', 'slope', 'fit']
const colors = ['#2962ff', '#ff6d00', '#26a69a']
const minimum = { period: 2 }
let closes = null

function onTick(period = 14) {
  closes ??= ring(period)
  closes.push(bar.close)
  if (!closes.full) return null
  const { slope, start, end } = kit.line(closes)
  const mean = (start + end) / 2
  let squares = (bar.close - mean) ** 2
  let left = (bar.close - end) ** 2
  for (let k = 1; k < period; k++) {
    squares += (closes.at(k) - mean) ** 2
    left += (closes.at(k) - start - slope * (period - 1 - k)) ** 2
  }
  return { value: end, slope, fit: squares === 0 ? 0 : Math.max(0, 1 - left / squares) }
}
