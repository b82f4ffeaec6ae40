// Supertrend
// A stop at a multiple of the average true range from the median price, which only moves with the trend; direction
// is 1 while price is above it and -1 below. It starts upward.
// Source: O. Seban, Supertrend, about 2008.
// First value: bar period + 1. Settled after: 16 * (period + 1).
const key = 'Supertrend'
const group = 'Trend'
const pane = 'overlay'
const outputs = ['value', 'direction']
const colors = ['#089981', '#7e57c2']
const fractions = ['multiplier']
let state = null

/** Both bands of the current bar, and the side of the price. */
function bands(range, multiplier) {
  const price = (bar.high + bar.low) / 2
  let upper = price + multiplier * range
  let lower = price - multiplier * range
  if (state.upper === null) return { upper, lower, direction: bar.close < lower ? -1 : 1 }
  if (state.last <= state.upper) upper = Math.min(upper, state.upper)
  if (state.last >= state.lower) lower = Math.max(lower, state.lower)
  let { direction } = state
  if (direction === 1 && bar.close < lower) direction = -1
  else if (direction === -1 && bar.close > upper) direction = 1
  return { upper, lower, direction }
}

function start(period) {
  return kit.state({ ranges: kit.wilder(period), last: null, upper: null, lower: null, direction: 1 })
}

function reading(multiplier) {
  const range = state.last === null ? null : state.ranges.next(kit.trueRange(state.last))
  if (range === null) return null
  const present = bands(range, multiplier)
  Object.assign(state, present)
  const { upper, lower, direction } = present
  return { value: direction === 1 ? lower : upper, direction }
}

function onTick(period = 10, multiplier = 3) {
  state ??= start(period)
  const value = reading(multiplier)
  state.last = bar.close
  return value
}
