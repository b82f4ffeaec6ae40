// Chaikin money flow
// The volumes of the window, each weighted by where the close lies in its bar, in relation to their sum; 0 without
// any volume.
// Source: M. Chaikin, in S. B. Achelis, "Technical Analysis from A to Z", 2000.
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

/** The volume of the bar, positive for a close at the high and negative for one at the low. */
function flow() {
  if (bar.high === bar.low) return 0
  return ((2 * bar.close - bar.low - bar.high) / (bar.high - bar.low)) * bar.volume
}

function start(period) {
  return { flows: simple(period), volumes: simple(period) }
}

function reading(how) {
  const flows = state.flows[how](flow())
  const volumes = state.volumes[how](bar.volume)
  if (flows === null) return null
  return volumes === 0 ? 0 : flows / volumes
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}
