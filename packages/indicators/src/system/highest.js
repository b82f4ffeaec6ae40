// Highest high
const pane = 'overlay'
let window = null

function onTick(period = 20) {
  if (window === null || window.count < period - 1) return null
  let highest = bar.high
  for (let k = 0; k < period - 1; k++) highest = Math.max(highest, window.at(k))
  return highest
}

function onIntervalClose(period = 20) {
  if (window === null) window = ring(period)
  window.push(bar.high)
  return window.full ? window.highest() : null
}
