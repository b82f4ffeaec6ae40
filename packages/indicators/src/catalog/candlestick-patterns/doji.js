// Doji
// A bar without a body: below 0.05 times the average range of the previous bars. 100 on a match, otherwise 0.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const key = 'Doji'
const group = 'Candlestick patterns'
const pane = 'study'
const colors = ['#ff6d00']
let candles = null

function onTick(period = 10) {
  candles ??= kit.candles(period)
  if (!candles.next()) return null
  const usual = candles.averages()
  const now = candles.at()
  return now.body < 0.05 * usual.range ? 100 : 0
}
