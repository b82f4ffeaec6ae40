// Williams %R
// How far the close is below the highest high, in per cent of the range of the window: 0 at the top, -100 at the
// bottom. A window without any range counts as 0.
// Source: L. Williams, "How I Made One Million Dollars", 1973; as in TA-Lib (WILLR).
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { highs: ring(period), lows: ring(period) }
}

function reading(period) {
  if (state.highs.count < period - 1) return null
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, state.highs.at(k))
    lowest = Math.min(lowest, state.lows.at(k))
  }
  return highest === lowest ? 0 : (-100 * (highest - bar.close)) / (highest - lowest)
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  return value
}
