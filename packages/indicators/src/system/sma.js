// Simple moving average of closes
const pane = 'overlay'
let window = null

function onTick(period = 20) {
  if (window === null || window.count < period - 1) return null
  let sum = bar.close
  for (let k = 0; k < period - 1; k++) sum += window.at(k)
  return sum / period
}

function onIntervalClose(period = 20) {
  if (window === null) window = ring(period)
  window.push(bar.close)
  return window.full ? window.mean() : null
}
