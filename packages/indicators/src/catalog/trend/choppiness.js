// Choppiness index
// The sum of the true ranges in relation to the range of the whole window on a logarithmic scale: near 100 without
// any trend, near 0 in a straight one.
// Source: E. W. Dreiss, "Choppiness Index", 1993.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
const least = { period: 2 }
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

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function start(period) {
  return { highs: ring(period), lows: ring(period), ranges: simple(period), last: null }
}

function reading(how, period) {
  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))
  if (range === null) return null
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, state.highs.at(k))
    lowest = Math.min(lowest, state.lows.at(k))
  }
  const ratio = highest === lowest ? 1 : (range * period) / (highest - lowest)
  return (100 * Math.log10(ratio)) / Math.log10(period)
}

function onTick(period = 14) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next', period)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.last = bar.close
  return value
}
