// Mean deviation of closes
// The simple average of the distances of the closes from their average.
// Source: common knowledge; as in TA-Lib (AVGDEV).
// First value: bar period.
const key = 'MeanDeviation'
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
  let sum = Math.abs(bar.close - mean)
  for (let k = 0; k < period - 1; k++) sum += Math.abs(closes.at(k) - mean)
  // Sums of equal prices are off by their last digits, which are no move.
  const dust = period * Number.EPSILON * Math.abs(bar.close)
  return sum <= period * dust ? 0 : sum / period
}

function onTick(period = 20) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
