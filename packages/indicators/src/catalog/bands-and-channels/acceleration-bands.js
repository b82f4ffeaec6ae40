// Acceleration bands
// Simple averages of highs and lows that are shifted apart by a factor times the range of their bar relative to its
// price.
// Source: P. Headley, "Big Trends in Trading", 2002.
// First value: bar period.
const key = 'AccelerationBands'
const group = 'Bands and channels'
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['factor']
let parts = null

function start(period) {
  return { uppers: kit.sma(period), middles: kit.sma(period), lowers: kit.sma(period) }
}

function reading(factor) {
  const sum = bar.high + bar.low
  const width = sum === 0 ? 0 : (factor * (bar.high - bar.low)) / sum
  const upper = parts.uppers.next(bar.high * (1 + width))
  const middle = parts.middles.next(bar.close)
  const lower = parts.lowers.next(bar.low * (1 - width))
  return upper === null ? null : { upper, middle, lower }
}

function onTick(period = 20, factor = 4) {
  parts ??= start(period)
  return reading(factor)
}
