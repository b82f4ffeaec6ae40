// Three white soldiers
// Three rising bodies, the second and the third opening inside the body before. 100 on a match, otherwise 0.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; as in Tulip Candles.
// First value: bar 3.
const key = 'ThreeWhiteSoldiers'
const group = 'Candlestick patterns'
const pane = 'study'
const colors = ['#ff6d00']
let candles = null

function onTick() {
  candles ??= kit.candles(2)
  if (!candles.next()) return null
  const now = candles.at()
  const last = candles.at(1)
  const first = candles.at(2)
  const isRising = first.close > first.open && last.close > last.open && now.close > now.open
  const isInside = last.open > first.bottom && last.open < first.top && now.open > last.bottom && now.open < last.top
  return isRising && isInside ? 100 : 0
}
