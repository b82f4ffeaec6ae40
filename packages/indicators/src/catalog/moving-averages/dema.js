// Double exponential moving average of closes
// Twice the exponential average minus the exponential average of itself, which removes most of the lag.
// Source: P. G. Mulloy, "Smoothing Data with Faster Moving Averages", Stocks & Commodities 1994; as in TA-Lib
// (DEMA).
// First value: bar 2 * period - 1. Settled after: 16 * (period + 1).
const key = 'DEMA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { once: kit.ema(period), twice: kit.ema(period) }
}

function reading() {
  const once = parts.once.next(bar.close)
  if (once === null) return null
  const twice = parts.twice.next(once)
  return twice === null ? null : 2 * once - twice
}

function onTick(period = 20) {
  parts ??= start(period)
  return reading()
}
