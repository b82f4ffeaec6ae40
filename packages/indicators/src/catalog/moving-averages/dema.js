// Double exponential moving average of closes
// Twice the exponential average less the exponential average of itself, which takes most of the lag away.
// Source: P. G. Mulloy, "Smoothing Data with Faster Moving Averages", Stocks & Commodities 1994; as in TA-Lib
// (DEMA).
// First value: bar 2 * period - 1. Settled after: 16 * (period + 1).
const pane = 'overlay'
const colors = ['#2962ff']
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

function start(period) {
  return { once: exponential(period), twice: exponential(period) }
}

function reading(how) {
  const once = state.once[how](bar.close)
  if (once === null) return null
  const twice = state.twice[how](once)
  return twice === null ? null : 2 * once - twice
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}
