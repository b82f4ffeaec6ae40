// Directional movement
// How much of the true range was movement upward (plus) and downward (minus), in per cent. The sums start from the
// movements of the first period - 1 bars, which are then smoothed.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (PLUS_DI, MINUS_DI).
// First value: bar period + 1. Settled after: 16 * (period + 1).
const pane = 'study'
const outputs = ['plus', 'minus']
const colors = ['#089981', '#f23645']
let state = null

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
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

function start() {
  return { count: 0, high: 0, low: 0, close: 0, plus: 0, minus: 0, range: 0 }
}

function reading(period) {
  if (state.count < period) return null
  const { plus, minus, range } = movement(period)
  return { plus: part(plus, range), minus: part(minus, range) }
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start()
  const value = reading(period)
  follow(period)
  return value
}
