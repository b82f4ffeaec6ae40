// Tweezers
// Two bars with nearly the same low, the first falling and the second rising (100), or nearly the same high the
// other way round (-100); nearly is 0.05 times the average range.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
const least = { period: 1 }
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

/** Average range of the bars before the present one. */
function averages(period) {
  let range = 0
  for (let k = 0; k < period; k++) {
    range += state.highs.at(k) - state.lows.at(k)
  }
  return { range: range / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const last = candle(1)
  const near = 0.05 * usual.range
  if (Math.abs(now.low - last.low) < near && last.close < last.open && now.close > now.open) return 100
  return Math.abs(now.high - last.high) < near && last.close > last.open && now.close < now.open ? -100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}
