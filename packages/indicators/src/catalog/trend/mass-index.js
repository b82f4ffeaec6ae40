// Mass index
// The sum over the period of the ratio of the exponential average of the bar ranges to the average of that average:
// it rises before reversals.
// Source: D. Dorsey, "The Mass Index", Stocks & Commodities 1992.
// First value: bar period + 2 * smoothing - 2. Settled after: 16 * (smoothing + 1) + period.
const key = 'MassIndex'
const group = 'Trend'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(period, smoothing) {
  return { once: kit.ema(smoothing), twice: kit.ema(smoothing), ratios: kit.sma(period) }
}

function reading(period) {
  const once = parts.once.next(bar.high - bar.low)
  const twice = once === null ? null : parts.twice.next(once)
  if (twice === null) return null
  const ratio = parts.ratios.next(twice === 0 ? 1 : once / twice)
  return ratio === null ? null : ratio * period
}

function onTick(period = 25, smoothing = 9) {
  parts ??= start(period, smoothing)
  return reading(period)
}
