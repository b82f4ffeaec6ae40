// Keltner channel
// The exponential average of closes with bands at a multiple of the average true range.
// Source: C. W. Keltner, "How to Make Money in Commodities", 1960, in the form of L. B. Raschke.
// First value: bar Math.max(period, atrPeriod + 1). Settled after: Math.max(8 * (period + 1), 16 * (atrPeriod + 1)).
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['multiplier']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
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

function start(period, atrPeriod) {
  return { average: exponential(period), ranges: wilder(atrPeriod), last: null }
}

function reading(how, multiplier) {
  const middle = state.average[how](bar.close)
  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))
  if (middle === null || range === null) return null
  return { upper: middle + multiplier * range, middle, lower: middle - multiplier * range }
}

function onTick(period = 20, multiplier = 2, atrPeriod = 10) {
  return state === null ? null : reading('peek', multiplier)
}

function onIntervalClose(period = 20, multiplier = 2, atrPeriod = 10) {
  if (state === null) state = start(period, atrPeriod)
  const value = reading('next', multiplier)
  state.last = bar.close
  return value
}
