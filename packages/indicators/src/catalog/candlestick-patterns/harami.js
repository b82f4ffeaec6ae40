// Harami
// A body that lies inside the opposite body before it, which is above 1.4 times the average. 100 for the bullish
// form, -100 for the bearish one, otherwise 0.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const key = 'Harami'
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
  if (last.body <= 1.4 * usual.body || now.top > last.top || now.bottom < last.bottom) return 0
  if (last.close < last.open && now.close > now.open) return 100
  return last.close > last.open && now.close < now.open ? -100 : 0
}
