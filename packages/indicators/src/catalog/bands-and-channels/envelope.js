// Moving average envelope
// The plain average of closes and lines a number of per cent above and below it.
// Source: common knowledge, for example S. B. Achelis, "Technical Analysis from A to Z", 2000.
// First value: bar period.
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['percent']
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

function reading(how, percent) {
  const middle = state.average[how](bar.close)
  if (middle === null) return null
  return { upper: middle * (1 + percent / 100), middle, lower: middle * (1 - percent / 100) }
}

function onTick(period = 20, percent = 2.5) {
  return state === null ? null : reading('peek', percent)
}

function onIntervalClose(period = 20, percent = 2.5) {
  if (state === null) state = start(period)
  const value = reading('next', percent)
  return value
}
