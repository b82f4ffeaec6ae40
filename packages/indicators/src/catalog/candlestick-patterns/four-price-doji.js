// Four price doji
// A bar with neither body nor wicks: each below 0.05 times the average range of the previous bars. 100 on a match,
// otherwise 0.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const key = 'FourPriceDoji'
const group = 'Candlestick patterns'
const pane = 'study'
const colors = ['#ff6d00']
let candles = null

function onTick(period = 10) {
  candles ??= kit.candles(period)
  if (!candles.next()) return null
  const usual = candles.averages()
  const now = candles.at()
  const none = 0.05 * usual.range
  return now.body < none && now.upper < none && now.lower < none ? 100 : 0
}
