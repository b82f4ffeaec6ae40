// Hull moving average of closes
// A weighted average over the square root of the period, of twice the weighted average of half the period less that
// of the whole: smooth with little lag. Both numbers are rounded down.
// Source: A. Hull, "How to reduce lag in a moving average", 2005.
// First value: bar period + Math.floor(Math.sqrt(period)) - 1.
const pane = 'overlay'
const colors = ['#2962ff']
const least = { period: 2 }
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
  return {
    whole: weighted(period),
    half: weighted(Math.floor(period / 2)),
    smooth: weighted(Math.floor(Math.sqrt(period))),
  }
}

function reading(how) {
  const whole = state.whole[how](bar.close)
  const half = state.half[how](bar.close)
  return whole === null ? null : state.smooth[how](2 * half - whole)
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}
