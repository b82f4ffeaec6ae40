// Average true range
// Starts as the plain average of the first true ranges, then follows Wilder's smoothing. The first bar has no
// true range, because there is no close before it.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (ATR).
// First value: bar period + 1. Settled after: 16 * (period + 1).
const pane = 'study'
const colors = ['#b71c1c']
let last = null
let ranges = 0
let average = 0

function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function onTick(period = 14) {
  if (last === null || ranges < period) return null
  return (average * (period - 1) + trueRange(last)) / period
}

function onIntervalClose(period = 14) {
  const before = last
  last = bar.close
  if (before === null) return null
  ranges += 1
  if (ranges <= period) average += trueRange(before) / period
  else average = (average * (period - 1) + trueRange(before)) / period
  return ranges < period ? null : average
}
