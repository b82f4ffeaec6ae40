// Rate of change with bands
// The change of the close over the period in percent, its exponential average, and bands at the root mean square of
// the changes.
// Source: V. Apirine, "Rate Of Change With Bands", Stocks & Commodities March 2021.
// First value: bar Math.max(period + smoothing, period + bandPeriod). Settled after: period + bandPeriod + 8 *
// (smoothing + 1).
const key = 'ROCBands'
const group = 'Bands and channels'
const pane = 'study'
const outputs = ['value', 'average', 'upper', 'lower']
const colors = ['#2962ff', '#ff6d00', '#26a69a', '#26a69a']
let parts = null

function onTick(period = 12, smoothing = 3, bandPeriod = 12) {
  parts ??= { past: kit.delay(period), average: kit.ema(smoothing), squares: kit.sma(bandPeriod) }
  const before = parts.past.next(bar.close)
  if (before === null) return null
  const value = before === 0 ? 0 : 100 * (bar.close / before - 1)
  const average = parts.average.next(value)
  const square = parts.squares.next(value * value)
  if (average === null || square === null) return null
  return { value, average, upper: Math.sqrt(square), lower: -Math.sqrt(square) }
}
