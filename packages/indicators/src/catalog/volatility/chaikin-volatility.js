// Chaikin volatility
// The change of the exponential average of the bar ranges since a number of bars before, in per cent.
// Source: S. B. Achelis, "Technical Analysis from A to Z", 2000, after M. Chaikin.
// First value: bar smoothing + change. Settled after: 8 * (smoothing + 1) + change.
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

function start(smoothing, change) {
  return { average: exponential(smoothing), past: ring(change), present: null }
}

function reading(how, change) {
  const present = state.average[how](bar.high - bar.low)
  if (how === 'next') state.present = present
  if (!state.past.full) return null
  const before = state.past.at(change - 1)
  return before === 0 ? 0 : 100 * (present / before - 1)
}

function onTick(smoothing = 10, change = 10) {
  return state === null ? null : reading('peek', change)
}

function onIntervalClose(smoothing = 10, change = 10) {
  if (state === null) state = start(smoothing, change)
  const value = reading('next', change)
  if (state.present !== null) state.past.push(state.present)
  return value
}
