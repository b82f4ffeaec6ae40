// Engulfing
// A body that reaches beyond both ends of the opposite body before it. 100 for the bullish form, -100 for the
// bearish one, 0 for neither.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; as in Tulip Candles.
// First value: bar 2.
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
  return { opens: ring(1), highs: ring(1), lows: ring(1), closes: ring(1) }
}

function reading() {
  if (state.closes.count < 1) return null
  const now = candle(0)
  const last = candle(1)
  if (now.close > now.open && last.close < last.open && now.close > last.open && now.open < last.close) return 100
  return now.close < now.open && last.close > last.open && now.close < last.open && now.open > last.close ? -100 : 0
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
