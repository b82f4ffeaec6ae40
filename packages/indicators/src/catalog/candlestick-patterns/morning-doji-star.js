// Morning doji star
// A morning star whose middle bar has no body (below 0.05 times the average range). 100 on a match, otherwise 0.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const key = 'MorningDojiStar'
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
  const isLong = first.close < first.open && first.body > 1.4 * usual.body
  const isApart = last.top <= first.bottom && now.bottom >= last.top && last.body < 0.05 * usual.range
  return isLong && isApart && now.close > now.open && now.close >= first.close ? 100 : 0
}
