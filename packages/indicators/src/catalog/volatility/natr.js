// Normalised average true range
// The average true range in per cent of the close.
// Source: J. Forman, "Cross-Market Evaluations with Normalized Average True Range", Stocks & Commodities 2006; as in
// TA-Lib (NATR).
// First value: bar period + 1. Settled after: 16 * (period + 1).
const pane = 'study'
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

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function start(period) {
  return { ranges: wilder(period), last: null }
}

function reading(how) {
  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))
  if (range === null) return null
  return bar.close === 0 ? 0 : (100 * range) / bar.close
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
