// Volume oscillator
// The plain average of the volume over a few bars less that over many, in per cent of the latter; 0 without any
// volume.
// Source: S. B. Achelis, "Technical Analysis from A to Z", 2000.
// First value: bar Math.max(fast, slow).
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

function start(fast, slow) {
  return { quick: simple(fast), calm: simple(slow) }
}

function reading(how) {
  const quick = state.quick[how](bar.volume)
  const calm = state.calm[how](bar.volume)
  if (quick === null || calm === null) return null
  return calm === 0 ? 0 : (100 * (quick - calm)) / calm
}

function onTick(fast = 5, slow = 10) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(fast = 5, slow = 10) {
  if (state === null) state = start(fast, slow)
  const value = reading('next')
  return value
}
