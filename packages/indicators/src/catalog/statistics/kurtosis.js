// Excess kurtosis of closes
// How much of the deviation comes from few distant closes, over the whole window, minus 3, the value of a normal
// distribution; 0 if nothing moves.
// Source: K. Pearson, 1895 and 1905.
// First value: bar period.
const key = 'Kurtosis'
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
  let powers = (bar.close - mean) ** 4
  for (let k = 0; k < period - 1; k++) {
    squares += (closes.at(k) - mean) ** 2
    powers += (closes.at(k) - mean) ** 4
  }
  // Sums of equal prices are off by their last digits, which are no move.
  const dust = period * Number.EPSILON * bar.close
  return squares <= period * dust ** 2 ? 0 : powers / period / (squares / period) ** 2 - 3
}

function onTick(period = 30) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
