// Detrended price oscillator
// The close of half a period and one bar before, minus the simple average of the current window: what is left
// without the trend. It is not moved, so nothing looks ahead.
// Source: S. B. Achelis, "Technical Analysis from A to Z", 2000.
// First value: bar Math.max(period, Math.floor(period / 2) + 2).
const key = 'DPO'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { closes: ring(period + 1) }
}

function reading(period) {
  const { closes } = parts
  const back = Math.floor(period / 2) + 1
  if (closes.count < Math.max(period - 1, back)) return null
  let sum = bar.close
  for (let k = 0; k < period - 1; k++) sum += closes.at(k)
  return closes.at(back - 1) - sum / period
}

function onTick(period = 20) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
