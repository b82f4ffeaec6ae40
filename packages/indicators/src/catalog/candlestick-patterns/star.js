// Star
// A bar that lies entirely above the previous bar (100) or entirely below it (-100); otherwise 0.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar 2.
const key = 'Star'
const group = 'Candlestick patterns'
const pane = 'study'
const colors = ['#ff6d00']
let candles = null

function onTick() {
  candles ??= kit.candles(1)
  if (!candles.next()) return null
  const now = candles.at()
  const last = candles.at(1)
  if (now.low >= last.high) return 100
  return now.high <= last.low ? -100 : 0
}
