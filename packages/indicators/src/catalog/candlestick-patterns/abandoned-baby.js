// Abandoned baby
// A long body, a bar without a body that lies entirely apart from both neighbors, then an opposite body that closes
// at least where the first did. 100 for the bullish form, -100 for the bearish one, otherwise 0.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const key = 'AbandonedBaby'
const group = 'Candlestick patterns'
const pane = 'study'
const colors = ['#ff6d00']
const minimum = { period: 2 }
let candles = null

function onTick(period = 10) {
  candles ??= kit.candles(period)
  if (!candles.next()) return null
  const usual = candles.averages()
  const now = candles.at()
  const last = candles.at(1)
  const first = candles.at(2)
  if (first.body <= 1.4 * usual.body || last.body >= 0.05 * usual.range) return 0
  const isBelow = last.high <= first.low && now.low >= last.high
  if (isBelow && first.close < first.open && now.close > now.open && now.close >= first.close) return 100
  const isAbove = last.low >= first.high && now.high <= last.low
  return isAbove && first.close > first.open && now.close < now.open && now.close <= first.close ? -100 : 0
}
