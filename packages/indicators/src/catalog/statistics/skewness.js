// Skewness of closes
// Asymmetry of the closes around their average, over the whole window; 0 if nothing moves.
// Source: K. Pearson, 1895 and 1905.
// First value: bar period.
const key = 'Skewness'
const group = 'Statistics'
const pane = 'study'
const colors = ['#2962ff']
const minimum = { period: 3 }
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
  let squares = (bar.close - mean) ** 2
  let powers = (bar.close - mean) ** 3
  for (let k = 0; k < period - 1; k++) {
    squares += (closes.at(k) - mean) ** 2
    powers += (closes.at(k) - mean) ** 3
  }
  // Sums of equal prices are off by their last digits, which are no move.
  const dust = period * Number.EPSILON * bar.close
  return squares <= period * dust ** 2 ? 0 : powers / period / (squares / period) ** 1.5
}

function onTick(period = 30) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
