// Ease of movement
// How far the median price moved, times the range of the bar, per 10,000 units of volume, averaged over the period;
// a bar without volume counts as 0.
// Source: R. W. Arms, "Volume Cycles in the Stock Market", 1983.
// First value: bar period + 1.
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
  return { average: simple(period), last: null }
}

function reading(how) {
  if (state.last === null) return null
  const move = (bar.high + bar.low) / 2 - state.last
  const range = bar.high - bar.low
  return state.average[how](bar.volume > 0 ? (move * range * 10_000) / bar.volume : 0)
}

function onTick(period = 14) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next')
  state.last = (bar.high + bar.low) / 2
  return value
}
