// Morning star
// A long falling body, a short one (below half the average) under it, then a rising one above that which closes at
// least where the first did. 100 where it is, 0 where it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
const least = { period: 2 }
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

/** Average body of the bars before the present one. */
function averages(period) {
  let body = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
  }
  return { body: body / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const last = candle(1)
  const first = candle(2)
  const isLong = first.close < first.open && first.body > 1.4 * usual.body
  const isApart = last.top <= first.bottom && now.bottom >= last.top && last.body < 0.5 * usual.body
  return isLong && isApart && now.close > now.open && now.close >= first.close ? 100 : 0
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
