// Inside bar
// A bar whose range lies inside that of the previous bar. 100 on a match, otherwise 0.
// Source: T. Crabel, "Day Trading with Short Term Price Patterns", 1990.
// First value: bar 2.
const key = 'InsideBar'
const group = 'Candlestick patterns'
const pane = 'study'
const colors = ['#ff6d00']
let candles = null

function onTick() {
  candles ??= kit.candles(1)
  if (!candles.next()) return null
  const now = candles.at()
  const last = candles.at(1)
  return now.high <= last.high && now.low >= last.low ? 100 : 0
}
