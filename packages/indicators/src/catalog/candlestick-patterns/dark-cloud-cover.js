// Dark cloud cover
// After a long rising body (above 1.4 times the average) a bar that opens above its high and closes in the lower
// half of its body. -100 on a match, otherwise 0.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const key = 'DarkCloudCover'
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
  const isLong = last.close > last.open && last.body > 1.4 * usual.body
  const isCovered = now.close < (last.open + last.close) / 2 && now.close > last.open
  return isLong && now.open > last.high && isCovered ? -100 : 0
}
