// Outside bar
// A bar whose range goes beyond both ends of that of the previous bar. 100 if it closes above its open, -100 if not;
// 0 for any other bar.
// Source: T. Crabel, "Day Trading with Short Term Price Patterns", 1990.
// First value: bar 2.
const key = 'OutsideBar'
const group = 'Candlestick patterns'
const pane = 'study'
const colors = ['#ff6d00']
let candles = null

function onTick() {
  candles ??= kit.candles(1)
  if (!candles.next()) return null
  const now = candles.at()
  const last = candles.at(1)
  if (now.high <= last.high || now.low >= last.low) return 0
  return now.close > now.open ? 100 : -100
}
