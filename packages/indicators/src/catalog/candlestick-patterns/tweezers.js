// Tweezers
// Two bars with nearly the same low, the first falling and the second rising (100), or nearly the same high in
// reverse (-100); nearly is 0.05 times the average range.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const key = 'Tweezers'
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
  const near = 0.05 * usual.range
  if (Math.abs(now.low - last.low) < near && last.close < last.open && now.close > now.open) return 100
  return Math.abs(now.high - last.high) < near && last.close > last.open && now.close < now.open ? -100 : 0
}
