// Williams %R
// How far the close is below the highest high, as a percentage of the range of the window: 0 at the top, -100 at the
// bottom. A window without range has the value 0.
// Source: L. Williams, "How I Made One Million Dollars", 1973; as in TA-Lib (WILLR).
// First value: bar period.
const key = 'WilliamsR'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let highs = null
let lows = null

function place(highest, lowest) {
  return highest === lowest ? 0 : (-100 * (highest - bar.close)) / (highest - lowest)
}

function onTick(period = 14) {
  if (highs === null) {
    highs = ring(period)
    lows = ring(period)
  }
  highs.push(bar.high)
  lows.push(bar.low)
  return highs.full ? place(highs.highest(), lows.lowest()) : NaN
}
