// Chandelier exit
// Trailing stops that hang below the highest high (long) and stand above the lowest low (short) at a multiple of the
// average true range.
// Source: C. Le Beau, in A. Elder, "Come Into My Trading Room", 2002.
// First value: bar period + 1. Settled after: 16 * (period + 1).
const pane = 'overlay'
const outputs = ['long', 'short']
const colors = ['#089981', '#f23645']
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

function start(period) {
  return { highs: ring(period), lows: ring(period), ranges: wilder(period), last: null }
}

function reading(how, period, multiplier) {
  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))
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
  return state === null ? null : reading('peek', period, multiplier)
}

function onIntervalClose(period = 22, multiplier = 3) {
  if (state === null) state = start(period)
  const value = reading('next', period, multiplier)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.last = bar.close
  return value
}
