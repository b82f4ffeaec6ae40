// Choppiness index
// The sum of the true ranges relative to the range of the whole window on a logarithmic scale: near 100 without
// trend, near 0 in a straight one.
// Source: E. W. Dreiss, "Choppiness Index", 1993.
// First value: bar period + 1.
const key = 'Choppiness'
const group = 'Trend'
const pane = 'study'
const colors = ['#2962ff']
const minimum = { period: 2 }
let state = null

function start(period) {
  return kit.state({ highs: ring(period), lows: ring(period), ranges: kit.sma(period), last: null })
}

function reading(period) {
  const range = state.last === null ? null : state.ranges.next(kit.trueRange(state.last))
  if (range === null) return null
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, state.highs.at(k))
    lowest = Math.min(lowest, state.lows.at(k))
  }
  const ratio = highest === lowest ? 1 : (range * period) / (highest - lowest)
  return (100 * Math.log10(ratio)) / Math.log10(period)
}

function onTick(period = 14) {
  state ??= start(period)
  const value = reading(period)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.last = bar.close
  return value
}
