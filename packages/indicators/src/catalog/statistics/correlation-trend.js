// Correlation trend
// Pearson's correlation of the closes with a straight rising line: 1 is a straight rise, -1 a straight fall; 0 if
// nothing moves.
// Source: J. F. Ehlers, "Correlation as a Trend Indicator", Stocks & Commodities 2020.
// First value: bar period.
const key = 'CorrelationTrend'
const group = 'Statistics'
const pane = 'study'
const colors = ['#2962ff']
const minimum = { period: 2 }
let parts = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  const { closes } = parts
  if (closes.count < period - 1) return null
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  const middle = (period - 1) / 2
  let both = middle * (bar.close - mean)
  let squares = (bar.close - mean) ** 2
  for (let k = 0; k < period - 1; k++) {
    both += (middle - 1 - k) * (closes.at(k) - mean)
    squares += (closes.at(k) - mean) ** 2
  }
  const steps = (period * (period * period - 1)) / 12
  // Sums of equal prices are off by their last digits, which are no move.
  const dust = period * Number.EPSILON * bar.close
  return squares <= period * dust ** 2 ? 0 : Math.min(1, Math.max(-1, both / Math.sqrt(squares * steps)))
}

function onTick(period = 20) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
