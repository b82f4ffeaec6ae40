// Three black crows
// Three falling bodies, the second and the third opening inside the body before. -100 where it is, 0 where it is
// not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; as in Tulip Candles.
// First value: bar 3.
const pane = 'study'
const colors = ['#ff6d00']
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

function start() {
  return { opens: ring(2), highs: ring(2), lows: ring(2), closes: ring(2) }
}

function reading() {
  if (state.closes.count < 2) return null
  const now = candle(0)
  const last = candle(1)
  const first = candle(2)
  const isFalling = first.close < first.open && last.close < last.open && now.close < now.open
  const isInside = last.open > first.bottom && last.open < first.top && now.open > last.bottom && now.open < last.top
  return isFalling && isInside ? -100 : 0
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}
