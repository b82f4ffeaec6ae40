// Exponential moving average of closes
// It starts from the plain average of the first closes; from then on each close weighs 2 / (period + 1).
// Source: P. N. Haurlan, "Measuring Trend Values", 1968; the start as in TA-Lib (EMA).
// First value: bar period. Settled after: 8 * (period + 1).
const pane = 'overlay'
const colors = ['#ff6d00']
let first = null
let average = null

function onTick(period = 20) {
  if (average === null) return null
  return average + (2 / (period + 1)) * (bar.close - average)
}

function onIntervalClose(period = 20) {
  if (average !== null) {
    average += (2 / (period + 1)) * (bar.close - average)
    return average
  }
  if (first === null) first = ring(period)
  first.push(bar.close)
  if (first.full) average = first.mean()
  return average
}
