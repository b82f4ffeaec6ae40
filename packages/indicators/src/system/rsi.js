// Relative strength index
// Average gain and loss start as plain averages of the first changes, then follow Wilder's smoothing.
// A market that did not move at all counts as 0.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (RSI).
// First value: bar period + 1. Settled after: 16 * (period + 1).
const pane = 'study'
const colors = ['#7e57c2']
let last = null
let changes = 0
let gain = 0
let loss = 0

function index(up, down) {
  return up + down === 0 ? 0 : (100 * up) / (up + down)
}

function onTick(period = 14) {
  if (last === null || changes < period) return null
  const change = bar.close - last
  const up = (gain * (period - 1) + Math.max(change, 0)) / period
  const down = (loss * (period - 1) + Math.max(-change, 0)) / period
  return index(up, down)
}

function onIntervalClose(period = 14) {
  const before = last
  last = bar.close
  if (before === null) return null
  const change = bar.close - before
  changes += 1
  if (changes <= period) {
    gain += Math.max(change, 0) / period
    loss += Math.max(-change, 0) / period
  } else {
    gain = (gain * (period - 1) + Math.max(change, 0)) / period
    loss = (loss * (period - 1) + Math.max(-change, 0)) / period
  }
  return changes < period ? null : index(gain, loss)
}
