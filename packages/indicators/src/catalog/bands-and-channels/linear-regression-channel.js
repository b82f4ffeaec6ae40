// Linear regression channel
// The end of the straight line that best fits the last closes, and bands at a number of standard deviations of the
// closes around that line.
// Source: G. Raff, "Trading the Regression Channel", 1996; deviations of the whole window.
// First value: bar period.
const key = 'LinearRegressionChannel'
const group = 'Bands and channels'
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['deviations']
const minimum = { period: 2 }
let closes = null

function onTick(period = 100, deviations = 2) {
  closes ??= ring(period)
  closes.push(bar.close)
  if (!closes.full) return null
  const { slope, start, end } = kit.line(closes)
  let squares = (bar.close - end) ** 2
  for (let k = 1; k < period; k++) squares += (closes.at(k) - start - slope * (period - 1 - k)) ** 2
  const distance = deviations * Math.sqrt(squares / period)
  return { upper: end + distance, middle: end, lower: end - distance }
}
