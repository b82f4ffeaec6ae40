// Engulfing
// A body that reaches beyond both ends of the opposite body before it. 100 for the bullish form, -100 for the
// bearish one, otherwise 0.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; as in Tulip Candles.
// First value: bar 2.
const key = 'Engulfing'
const group = 'Candlestick patterns'
const pane = 'study'
const colors = ['#ff6d00']
let candles = null

function onTick() {
  candles ??= kit.candles(1)
  if (!candles.next()) return null
  const now = candles.at()
  const last = candles.at(1)
  if (now.close > now.open && last.close < last.open && now.close > last.open && now.open < last.close) return 100
  return now.close < now.open && last.close > last.open && now.close < last.open && now.open > last.close ? -100 : 0
}
