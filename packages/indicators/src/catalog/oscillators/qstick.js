// QStick
// The plain average of the moves from open to close.
// Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return { average: simple(period) }
}

function reading(how) {
  return state.average[how](bar.close - bar.open)
}

function onTick(period = 8) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 8) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}
