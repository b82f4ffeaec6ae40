// Triangular moving average of closes
// The closes in the middle of the window weigh most: a plain average of a plain average.
// Source: common knowledge; as in TA-Lib (TRIMA).
// First value: bar period.
const pane = 'overlay'
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
  return { first: simple(Math.floor(period / 2) + 1), second: simple(Math.ceil(period / 2)) }
}

function reading(how) {
  const once = state.first[how](bar.close)
  return once === null ? null : state.second[how](once)
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}
