// Standard error of the mean of closes
// The standard deviation of the window divided by the square root of the period.
// Source: common knowledge.
// First value: bar period.
const key = 'StandardError'
const group = 'Volatility'
const pane = 'study'
const colors = ['#2962ff']
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
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - mean) ** 2
  // Sums of equal prices are off by their last digits, which are no move.
  const dust = period * Number.EPSILON * bar.close
  return squares <= period * dust ** 2 ? 0 : Math.sqrt(squares) / period
}

function onTick(period = 20) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
