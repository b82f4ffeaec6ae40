// Average directional movement index
// Wilder's smoothing of the directional movement index: how strong a trend is, whatever its direction.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (ADX).
// First value: bar 2 * period. Settled after: 32 * (period + 1).
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
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

/** Directional movement and true range of the present bar, each added to Wilder's sum of those before it. */
function movement(period) {
  const up = bar.high - state.high
  const down = state.low - bar.low
  const plus = up > down && up > 0 ? up : 0
  const minus = down > up && down > 0 ? down : 0
  const keep = state.count < period ? 1 : 1 - 1 / period
  return {
    plus: state.plus * keep + plus,
    minus: state.minus * keep + minus,
    range: state.range * keep + trueRange(state.close),
  }
}

function follow(period) {
  if (state.count > 0) Object.assign(state, movement(period))
  state.count += 1
  state.high = bar.high
  state.low = bar.low
  state.close = bar.close
}

function part(movement, whole) {
  return whole === 0 ? 0 : (100 * movement) / whole
}

function directionalIndex({ plus, minus }) {
  return part(Math.abs(plus - minus), plus + minus)
}

function start(period) {
  return { count: 0, high: 0, low: 0, close: 0, plus: 0, minus: 0, range: 0, average: wilder(period) }
}

function reading(how, period) {
  return state.count < period ? null : state.average[how](directionalIndex(movement(period)))
}

function onTick(period = 14) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next', period)
  follow(period)
  return value
}
