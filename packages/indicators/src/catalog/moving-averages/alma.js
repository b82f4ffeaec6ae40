// Arnaud Legoux moving average of closes
// The weights of the window follow a bell curve whose top lies at a fraction of the window (offset, 1 is the newest
// bar; rounded down to a bar) and whose width is the period divided by sigma.
// Source: A. Legoux and D. Kouzis-Loukas, "ALMA: Arnaud Legoux Moving Average", 2009.
// First value: bar period.
const key = 'ALMA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
const fractions = ['offset', 'sigma']
let parts = null

/** Weights from the newest bar to the oldest; their sum is 1. */
function bell(period, offset, sigma) {
  const top = Math.floor(offset * (period - 1))
  const width = period / sigma
  const weights = []
  for (let k = 0; k < period; k++) weights.push(Math.exp(-((period - 1 - k - top) ** 2) / (2 * width * width)))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

function start(period, offset, sigma) {
  return { closes: ring(period), weights: bell(period, offset, sigma) }
}

function reading(period) {
  const { closes, weights } = parts
  if (closes.count < period - 1) return null
  let sum = bar.close * weights[0]
  for (let k = 0; k < period - 1; k++) sum += closes.at(k) * weights[k + 1]
  return sum
}

function onTick(period = 9, offset = 0.85, sigma = 6) {
  parts ??= start(period, offset, sigma)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
