// Chandelier exit
// Trailing stops below the highest high (long) and above the lowest low (short), at a multiple of the average true
// range.
// Source: C. Le Beau, in A. Elder, "Come Into My Trading Room", 2002.
// First value: bar period + 1. Settled after: 16 * (period + 1).
const key = 'ChandelierExit'
const group = 'Bands and channels'
const pane = 'overlay'
const outputs = ['long', 'short']
const colors = ['#089981', '#f23645']
const fractions = ['multiplier']
let state = null

function start(period) {
  return kit.state({ highs: ring(period), lows: ring(period), ranges: kit.wilder(period), last: null })
}

function reading(period, multiplier) {
  const range = state.last === null ? null : state.ranges.next(kit.trueRange(state.last))
  if (range === null) return null
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, state.highs.at(k))
    lowest = Math.min(lowest, state.lows.at(k))
  }
  return { long: highest - multiplier * range, short: lowest + multiplier * range }
}

function onTick(period = 22, multiplier = 3) {
  state ??= start(period)
  const value = reading(period, multiplier)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.last = bar.close
  return value
}
