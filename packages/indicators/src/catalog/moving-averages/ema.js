// Exponential moving average of closes
// It starts from the simple average of the first closes; from then on each close weighs 2 / (period + 1).
// Source: P. N. Haurlan, "Measuring Trend Values", 1968; the start as in TA-Lib (EMA).
// First value: bar period. Settled after: 8 * (period + 1).
const key = 'EMA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#ff6d00']
let average = null

function onTick(period = 20) {
  average ??= kit.ema(period, 'exact')
  average.push(bar.close)
  return average.value
}
