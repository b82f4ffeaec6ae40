// Vertical horizontal filter
// The range of the closes divided by the way that they went: high in trends, low in ranges.
// Source: A. White, "The Vertical Horizontal Filter", Futures 1991.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  const { closes } = state
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
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 28) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}
