// Pivot points
// Support and resistance of the day from high, low and close of the day before. Days begin at 00:00 UTC; a day
// without bars is passed over, and the Sunday hours of currencies make a day of their own. There is no value before
// one whole day has passed.
// Source: common knowledge, for example J. L. Person, "A Complete Guide to Technical Trading Tactics", 2004.
// First value: bar 2. Settled after: 2880.
const pane = 'overlay'
const outputs = ['pivot', 'r1', 'r2', 'r3', 's1', 's2', 's3']
const colors = ['#ff6d00', '#f23645', '#b71c1c', '#880e4f', '#089981', '#00695c', '#1b5e20']
let state = null

/** The day of the present bar, and high, low and close of the last finished day (null before there is one). */
function days() {
  const day = Math.floor(bar.time / 86_400_000)
  if (day === state.day) {
    return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low), close: bar.close }
  }
  const isFirst = state.day !== state.day
  // The day that the data begins in is not whole, unless it begins at midnight.
  const isWhole = !isFirst && state.isWhole
  const past = isWhole ? { high: state.high, low: state.low, close: state.close } : null
  const begins = !isFirst || bar.time % 86_400_000 === 0
  return { day, high: bar.high, low: bar.low, close: bar.close, isWhole: begins, past }
}

function start() {
  return { day: NaN, high: 0, low: 0, close: 0, isWhole: false, past: null }
}

function reading() {
  const { past } = days()
  if (past === null) return null
  const { high, low, close } = past
  const pivot = (high + low + close) / 3
  return {
    pivot,
    r1: 2 * pivot - low,
    r2: pivot + high - low,
    r3: high + 2 * (pivot - low),
    s1: 2 * pivot - high,
    s2: pivot - high + low,
    s3: low - 2 * (high - pivot),
  }
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  Object.assign(state, days())
  return value
}
