// Zero lag exponential moving average of closes
// An exponential average of closes to which their change over half a period is added, so that the lag cancels out.
// Source: J. F. Ehlers and R. Way, "Zero Lag (Well, Almost)", 2010.
// First value: bar period + Math.floor((period - 1) / 2). Settled after: 8 * (period + 1) + Math.floor((period - 1)
// / 2).
const key = 'ZLEMA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { closes: ring(period), average: kit.ema(period) }
}

function reading(period) {
  const lag = Math.floor((period - 1) / 2)
  if (parts.closes.count < lag) return null
  const before = lag === 0 ? bar.close : parts.closes.at(lag - 1)
  return parts.average.next(2 * bar.close - before)
}

function onTick(period = 20) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
