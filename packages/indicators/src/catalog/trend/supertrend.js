// Supertrend
// A stop at a multiple of the average true range from the median price, which only moves with the trend; direction
// is 1 while price is above it and -1 below. It starts upward.
// Source: O. Seban, Supertrend, about 2008.
// First value: bar period + 1. Settled after: 16 * (period + 1).
const pane = 'overlay'
const outputs = ['value', 'direction']
const colors = ['#089981', '#7e57c2']
const fractions = ['multiplier']
let state = null

/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */
function wilder(period) {
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return (last * (period - 1) + value) / period
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

/** Both bands of the present bar and the side that price is on. */
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
  return { ranges: wilder(period), last: null, upper: null, lower: null, direction: 1 }
}

function reading(how, multiplier) {
  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))
  if (range === null) return null
  const present = bands(range, multiplier)
  if (how === 'next') Object.assign(state, present)
  const { upper, lower, direction } = present
  return { value: direction === 1 ? lower : upper, direction }
}

function onTick(period = 10, multiplier = 3) {
  return state === null ? null : reading('peek', multiplier)
}

function onIntervalClose(period = 10, multiplier = 3) {
  if (state === null) state = start(period)
  const value = reading('next', multiplier)
  state.last = bar.close
  return value
}
