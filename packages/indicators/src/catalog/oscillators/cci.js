// Commodity channel index
// The distance of the typical price from its simple average, relative to the mean deviation of the window times
// 0.015; 0 if nothing moves.
// Source: D. R. Lambert, "Commodity Channel Index", Commodities 1980; as in TA-Lib (CCI).
// First value: bar period.
const key = 'CCI'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
const minimum = { period: 2 }
let parts = null

function start(period) {
  return { prices: ring(period) }
}

function reading(period) {
  const { prices } = parts
  if (prices.count < period - 1) return null
  const price = (bar.high + bar.low + bar.close) / 3
  let mean = price
  for (let k = 0; k < period - 1; k++) mean += prices.at(k)
  mean /= period
  let deviation = Math.abs(price - mean)
  for (let k = 0; k < period - 1; k++) deviation += Math.abs(prices.at(k) - mean)
  // Sums of equal prices are off by their last digits, which are no move.
  const dust = period * Number.EPSILON * Math.abs(price)
  return deviation <= period * dust ? 0 : (price - mean) / ((0.015 * deviation) / period)
}

function onTick(period = 20) {
  parts ??= start(period)
  const value = reading(period)
  parts.prices.push((bar.high + bar.low + bar.close) / 3)
  return value
}
