// Vertical horizontal filter
// The range of the closes divided by the length of their path: high in trends, low in ranges.
// Source: A. White, "The Vertical Horizontal Filter", Futures 1991.
// First value: bar period + 1.
const key = 'VHF'
const group = 'Trend'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  const { closes } = parts
  if (!closes.full) return null
  let way = Math.abs(bar.close - closes.at(0))
  for (let k = 0; k < period - 1; k++) way += Math.abs(closes.at(k) - closes.at(k + 1))
  let highest = bar.close
  let lowest = bar.close
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, closes.at(k))
    lowest = Math.min(lowest, closes.at(k))
  }
  return way === 0 ? 0 : (highest - lowest) / way
}

function onTick(period = 28) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
