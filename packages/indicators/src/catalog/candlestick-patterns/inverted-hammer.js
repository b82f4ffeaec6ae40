// Inverted hammer
// A short body (below half the average) with a long upper wick (above 0.6 times the average body) and no lower one,
// whose body lies below that of the previous bar. 100 on a match, otherwise 0.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const key = 'InvertedHammer'
const group = 'Candlestick patterns'
const pane = 'study'
const colors = ['#ff6d00']
const minimum = { period: 1 }
let candles = null

function onTick(period = 10) {
  candles ??= kit.candles(period)
  if (!candles.next()) return null
  const usual = candles.averages()
  const now = candles.at()
  const last = candles.at(1)
  const isShape = now.body < 0.5 * usual.body && now.lower < 0.05 * usual.range && now.upper > 0.6 * usual.body
  return isShape && now.top <= last.bottom ? 100 : 0
}
