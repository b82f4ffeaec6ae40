// TRIX
// The change from bar to bar of a triple exponential average of closes, in per cent.
// Source: J. K. Hutson, "Good TRIX", Stocks & Commodities 1983; as in TA-Lib (TRIX).
// First value: bar 3 * period - 1. Settled after: 24 * (period + 1).
const pane = 'study'
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
  return {
    once: exponential(period),
    twice: exponential(period),
    thrice: exponential(period),
    last: null,
    present: null,
  }
}

function reading(how) {
  const once = state.once[how](bar.close)
  const twice = once === null ? null : state.twice[how](once)
  const thrice = twice === null ? null : state.thrice[how](twice)
  if (how === 'next') state.present = thrice
  return state.last === null ? null : 100 * (thrice / state.last - 1)
}

function onTick(period = 15) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 15) {
  if (state === null) state = start(period)
  const value = reading('next')
  state.last = state.present
  return value
}
