// DeMarker
// Rises of the high in relation to rises of the high and falls of the low, averaged over the period, from 0 to 1;
// 0.5 where there are none.
// Source: T. R. DeMark, "The New Science of Technical Analysis", 1994.
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
  return { ups: simple(period), downs: simple(period), high: null, low: 0 }
}

function reading(how) {
  if (state.high === null) return null
  const up = state.ups[how](Math.max(bar.high - state.high, 0))
  const down = state.downs[how](Math.max(state.low - bar.low, 0))
  if (up === null) return null
  return up + down === 0 ? 0.5 : up / (up + down)
}

function onTick(period = 14) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next')
  state.high = bar.high
  state.low = bar.low
  return value
}
