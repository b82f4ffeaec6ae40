// Triple exponential moving average of closes
// Three exponential averages stacked and combined so that most of the lag cancels out.
// Source: P. G. Mulloy, "Smoothing Data with Less Lag", Stocks & Commodities 1994; as in TA-Lib (TEMA).
// First value: bar 3 * period - 2. Settled after: 24 * (period + 1).
const key = 'TEMA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { once: kit.ema(period), twice: kit.ema(period), thrice: kit.ema(period) }
}

function reading() {
  const once = parts.once.next(bar.close)
  const twice = once === null ? null : parts.twice.next(once)
  const thrice = twice === null ? null : parts.thrice.next(twice)
  return thrice === null ? null : 3 * once - 3 * twice + thrice
}

function onTick(period = 20) {
  parts ??= start(period)
  return reading()
}
