// Accelerator oscillator
// The awesome oscillator less its own plain average: whether it gains or loses speed.
// Source: B. Williams, "New Trading Dimensions", 1998.
// First value: bar Math.max(fast, slow) + signal - 1.
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

function start(fast, slow, signal) {
  return { quick: simple(fast), calm: simple(slow), signal: simple(signal) }
}

function reading(how) {
  const quick = state.quick[how]((bar.high + bar.low) / 2)
  const calm = state.calm[how]((bar.high + bar.low) / 2)
  if (quick === null || calm === null) return null
  const line = state.signal[how](quick - calm)
  return line === null ? null : quick - calm - line
}

function onTick(fast = 5, slow = 34, signal = 5) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(fast = 5, slow = 34, signal = 5) {
  if (state === null) state = start(fast, slow, signal)
  const value = reading('next')
  return value
}
