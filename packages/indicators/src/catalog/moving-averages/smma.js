// Smoothed moving average of closes
// Wilder's smoothing: it starts from the plain average of the first closes, then each close weighs 1 / period.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978.
// First value: bar period. Settled after: 16 * (period + 1).
const pane = 'overlay'
const colors = ['#2962ff']
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

function start(period) {
  return { average: wilder(period) }
}

function reading(how) {
  return state.average[how](bar.close)
}

function onTick(period = 14) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}
