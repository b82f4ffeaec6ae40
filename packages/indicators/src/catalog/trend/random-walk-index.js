// Random walk index
// How far price went up (high) or down (low) within any part of the window, relative to what a random walk of that
// length would do; above 1 it trends.
// Source: M. Poulos, "Of Trends and Random Walks", Stocks & Commodities 1991.
// First value: bar period + 1.
const key = 'RandomWalkIndex'
const group = 'Trend'
const pane = 'study'
const outputs = ['high', 'low']
const colors = ['#089981', '#f23645']
const minimum = { period: 2 }
let state = null

function start(period) {
  return kit.state({ highs: ring(period), lows: ring(period), ranges: ring(period), last: null })
}

function reading(period) {
  if (state.last === null || state.highs.count < period) return null
  let sum = kit.trueRange(state.last)
  let high = 0
  let low = 0
  for (let n = 2; n <= period; n++) {
    sum += state.ranges.at(n - 2)
    const usual = (sum / n) * Math.sqrt(n)
    if (usual === 0) continue
    high = Math.max(high, (bar.high - state.lows.at(n - 1)) / usual)
    low = Math.max(low, (state.highs.at(n - 1) - bar.low) / usual)
  }
  return { high, low }
}

function onTick(period = 14) {
  state ??= start(period)
  const value = reading(period)
  if (state.last !== null) state.ranges.push(kit.trueRange(state.last))
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.last = bar.close
  return value
}
