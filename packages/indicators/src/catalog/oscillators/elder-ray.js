// Elder ray
// How far the high (bull power) and the low (bear power) are from the exponential average of closes.
// Source: A. Elder, "Trading for a Living", 1993.
// First value: bar period. Settled after: 8 * (period + 1).
const pane = 'study'
const outputs = ['bull', 'bear']
const colors = ['#089981', '#f23645']
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
  return { average: exponential(period) }
}

function reading(how) {
  const average = state.average[how](bar.close)
  return average === null ? null : { bull: bar.high - average, bear: bar.low - average }
}

function onTick(period = 13) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 13) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}
