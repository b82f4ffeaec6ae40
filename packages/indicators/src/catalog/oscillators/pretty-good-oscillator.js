// Pretty good oscillator
// The distance of the close from its plain average, counted in exponential averages of the true range.
// Source: M. Johnson, Pretty Good Oscillator, about 2000.
// First value: bar period + 1. Settled after: 8 * (period + 1).
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

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

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function start(period) {
  return { average: simple(period), ranges: exponential(period), last: null }
}

function reading(how) {
  const average = state.average[how](bar.close)
  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))
  if (range === null) return null
  return range === 0 ? 0 : (bar.close - average) / range
}

function onTick(period = 14) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next')
  state.last = bar.close
  return value
}
