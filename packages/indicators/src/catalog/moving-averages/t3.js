// Tillson T3 moving average of closes
// Six exponential averages one upon the other, put together with a volume factor: smooth with little lag.
// Source: T. Tillson, "Better Moving Averages", Stocks & Commodities 1998; as in TA-Lib (T3).
// First value: bar 6 * (period - 1) + 1. Settled after: 48 * (period + 1).
const pane = 'overlay'
const colors = ['#2962ff']
const fractions = ['factor']
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
  return { averages: [0, 1, 2, 3, 4, 5].map(() => exponential(period)), values: [0, 0, 0, 0, 0, 0] }
}

function reading(how, factor) {
  const { averages, values } = state
  let value = bar.close
  for (let at = 0; at < 6; at++) {
    value = averages[at][how](value)
    if (value === null) return null
    values[at] = value
  }
  const square = factor * factor
  const cube = square * factor
  const third = 3 * square + 3 * cube
  return (
    -cube * values[5] +
    third * values[4] +
    (-6 * square - 3 * (factor + cube)) * values[3] +
    (1 + 3 * factor + cube + 3 * square) * values[2]
  )
}

function onTick(period = 5, factor = 0.7) {
  return state === null ? null : reading('peek', factor)
}

function onIntervalClose(period = 5, factor = 0.7) {
  if (state === null) state = start(period)
  const value = reading('next', factor)
  return value
}
