// Absolute price oscillator
// The fast exponential average of closes less the slow one.
// Source: common knowledge; as in TA-Lib (APO) with exponential averages.
// First value: bar Math.max(fast, slow). Settled after: 8 * (Math.max(fast, slow) + 1).
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

function start(fast, slow) {
  return { quick: exponential(fast), calm: exponential(slow) }
}

function reading(how) {
  const quick = state.quick[how](bar.close)
  const calm = state.calm[how](bar.close)
  return quick === null || calm === null ? null : quick - calm
}

function onTick(fast = 12, slow = 26) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(fast = 12, slow = 26) {
  if (state === null) state = start(fast, slow)
  const value = reading('next')
  return value
}
