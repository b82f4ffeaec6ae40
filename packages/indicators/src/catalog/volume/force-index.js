// Force index
// The exponential average of the change of the close times the volume.
// Source: A. Elder, "Trading for a Living", 1993.
// First value: bar period + 1. Settled after: 8 * (period + 2).
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
  return { average: exponential(period), last: null }
}

function reading(how) {
  return state.last === null ? null : state.average[how]((bar.close - state.last) * bar.volume)
}

function onTick(period = 13) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 13) {
  if (state === null) state = start(period)
  const value = reading('next')
  state.last = bar.close
  return value
}
