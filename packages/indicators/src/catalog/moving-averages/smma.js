// Smoothed moving average of closes
// Wilder's smoothing: it starts from the simple average of the first closes, then each close weighs 1 / period.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978.
// First value: bar period. Settled after: 16 * (period + 1).
const key = 'SMMA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { average: kit.wilder(period) }
}

function reading() {
  return parts.average.next(bar.close)
}

function onTick(period = 14) {
  parts ??= start(period)
  return reading()
}
