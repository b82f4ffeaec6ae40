// Weighted moving average of closes
// The newest close weighs period times as much as the oldest, those between them in even steps.
// Source: common knowledge; as in TA-Lib (WMA).
// First value: bar period.
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

/** Average in which the newest value weighs most. `peek` tells what `next` would give, and changes nothing. */
function weighted(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value * period
    for (let k = 0; k < period - 1; k++) sum += window.at(k) * (period - 1 - k)
    return (2 * sum) / (period * (period + 1))
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return { average: weighted(period) }
}

function reading(how) {
  return state.average[how](bar.close)
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}
