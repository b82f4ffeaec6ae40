// Long-legged doji
// A bar without a body (below 0.05 times the average range), with both wicks above 0.6 times the average body of the
// previous bars. 100 on a match, otherwise 0.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const key = 'LongLeggedDoji'
const group = 'Candlestick patterns'
const pane = 'study'
const colors = ['#ff6d00']
let candles = null

function onTick(period = 10) {
  candles ??= kit.candles(period)
  if (!candles.next()) return null
  const usual = candles.averages()
  const now = candles.at()
  const long = 0.6 * usual.body
  return now.body < 0.05 * usual.range && now.upper > long && now.lower > long ? 100 : 0
}
