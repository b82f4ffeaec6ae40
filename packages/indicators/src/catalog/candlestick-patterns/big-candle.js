// Big candle
// A body above 1.4 times the average of the previous bars. 100 for the bullish form, -100 for the bearish one,
// otherwise 0.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const key = 'BigCandle'
const group = 'Candlestick patterns'
const pane = 'study'
const colors = ['#ff6d00']
let candles = null

function onTick(period = 10) {
  candles ??= kit.candles(period)
  if (!candles.next()) return null
  const usual = candles.averages()
  const now = candles.at()
  if (now.body <= 1.4 * usual.body) return 0
  return now.close > now.open ? 100 : -100
}
