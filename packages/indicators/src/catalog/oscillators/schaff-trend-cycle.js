// Schaff trend cycle
// The stochastic of the stochastic of the MACD line, each smoothed by half: it moves between 0 and 100 faster than
// the MACD does.
// Source: D. Schaff, "The Schaff Trend Cycle", 1999.
// First value: bar Math.max(fast, slow) + 2 * cycle - 2. Settled after: 8 * (Math.max(fast, slow) + 1) + 2 * cycle +
// 48.
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

/** Where a value lies in its own last values, from 0 to 100, smoothed by half; where they are all equal, as before. */
function place(period) {
  const window = ring(period)
  let last = null
  let raw = 0
  function look(value) {
    let highest = value
    let lowest = value
    for (let k = 0; k < period - 1; k++) {
      highest = Math.max(highest, window.at(k))
      lowest = Math.min(lowest, window.at(k))
    }
    return highest === lowest ? raw : (100 * (value - lowest)) / (highest - lowest)
  }
  function peek(value) {
    if (window.count < period - 1) return null
    return last === null ? look(value) : last + 0.5 * (look(value) - last)
  }
  function next(value) {
    const result = peek(value)
    if (result !== null) raw = look(value)
    last = result
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(cycle, fast, slow) {
  return { quick: exponential(fast), calm: exponential(slow), first: place(cycle), second: place(cycle) }
}

function reading(how) {
  const quick = state.quick[how](bar.close)
  const calm = state.calm[how](bar.close)
  if (quick === null || calm === null) return null
  const first = state.first[how](quick - calm)
  return first === null ? null : state.second[how](first)
}

function onTick(cycle = 10, fast = 23, slow = 50) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(cycle = 10, fast = 23, slow = 50) {
  if (state === null) state = start(cycle, fast, slow)
  const value = reading('next')
  return value
}
