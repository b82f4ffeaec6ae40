// Relative volatility index
// Wilder's index of the standard deviation on rising bars against that on falling ones, from 0 to 100; 50 if nothing
// moves.
// Source: D. Dorsey, "The Relative Volatility Index", Stocks & Commodities 1993.
// First value: bar period + smoothing - 1. Settled after: period + 16 * (smoothing + 1).
const key = 'RelativeVolatilityIndex'
const group = 'Volatility'
const pane = 'study'
const colors = ['#2962ff']
const minimum = { period: 2 }
let parts = null

function start(period, smoothing) {
  return { closes: ring(period), ups: kit.wilder(smoothing), downs: kit.wilder(smoothing) }
}

function reading(period) {
  const { closes } = parts
  if (closes.count < period - 1) return null
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let squares = (bar.close - mean) ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - mean) ** 2
  const deviation = Math.sqrt(squares / period)
  const up = parts.ups.next(bar.close > closes.at(0) ? deviation : 0)
  const down = parts.downs.next(bar.close < closes.at(0) ? deviation : 0)
  if (up === null) return null
  return up + down === 0 ? 50 : (100 * up) / (up + down)
}

function onTick(period = 10, smoothing = 14) {
  parts ??= start(period, smoothing)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
