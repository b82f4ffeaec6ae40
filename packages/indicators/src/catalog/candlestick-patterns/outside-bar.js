// Outside bar
// A bar whose range goes beyond both ends of that of the bar before. 100 where it closes above its open, -100 where
// not, 0 for any other bar.
// Source: T. Crabel, "Day Trading with Short Term Price Patterns", 1990.
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
  if (now.high <= last.high || now.low >= last.low) return 0
  return now.close > now.open ? 100 : -100
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
