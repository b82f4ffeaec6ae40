// Stoller average range channel
// The plain average of closes with bands at a multiple of the average true range.
// Source: M. Stoller, STARC bands, in J. F. Ehlers and others, Stocks & Commodities, about 1990.
// First value: bar Math.max(period, atrPeriod + 1). Settled after: Math.max(period, 16 * (atrPeriod + 1)).
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['multiplier']
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

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function start(period, atrPeriod) {
  return { average: simple(period), ranges: wilder(atrPeriod), last: null }
}

function reading(how, multiplier) {
  const middle = state.average[how](bar.close)
  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))
  if (middle === null || range === null) return null
  return { upper: middle + multiplier * range, middle, lower: middle - multiplier * range }
}

function onTick(period = 6, multiplier = 2, atrPeriod = 15) {
  return state === null ? null : reading('peek', multiplier)
}

function onIntervalClose(period = 6, multiplier = 2, atrPeriod = 15) {
  if (state === null) state = start(period, atrPeriod)
  const value = reading('next', multiplier)
  state.last = bar.close
  return value
}
