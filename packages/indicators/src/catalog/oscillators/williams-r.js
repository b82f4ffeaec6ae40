// Williams %R
// How far the close is below the highest high, in per cent of the range of the window: 0 at the top, -100 at the
// bottom. A window without any range counts as 0.
// Source: L. Williams, "How I Made One Million Dollars", 1973; as in TA-Lib (WILLR).
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
let highs = null
let lows = null

/** Highest high and lowest low with the growing bar in the place of the oldest one. */
function growing(period) {
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, highs.at(k))
    lowest = Math.min(lowest, lows.at(k))
  }
  return { highest, lowest }
}

function place(highest, lowest) {
  return highest === lowest ? 0 : (-100 * (highest - bar.close)) / (highest - lowest)
}

function onTick(period = 14) {
  if (highs === null || highs.count < period - 1) return null
  const { highest, lowest } = growing(period)
  return place(highest, lowest)
}

function onIntervalClose(period = 14) {
  if (highs === null) {
    highs = ring(period)
    lows = ring(period)
  }
  highs.push(bar.high)
  lows.push(bar.low)
  return highs.full ? place(highs.highest(), lows.lowest()) : NaN
}
