// Percentage price oscillator
// The distance of the fast exponential average of closes from the slow one in per cent of the slow one, with a
// signal line and their difference.
// Source: common knowledge; as in TA-Lib (PPO) with exponential averages.
// First value: bar Math.max(fast, slow) + signal - 1. Settled after: 8 * (fast + slow + signal + 1).
const pane = 'study'
const outputs = ['ppo', 'signal', 'histogram']
const colors = ['#2962ff', '#ff6d00', '#26a69a']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

function start(fast, slow, signal) {
  return { quick: exponential(fast), calm: exponential(slow), signal: exponential(signal) }
}

function reading(how) {
  const quick = state.quick[how](bar.close)
  const calm = state.calm[how](bar.close)
  if (quick === null || calm === null) return null
  const ppo = calm === 0 ? 0 : (100 * (quick - calm)) / calm
  const line = state.signal[how](ppo)
  return line === null ? null : { ppo, signal: line, histogram: ppo - line }
}

function onTick(fast = 12, slow = 26, signal = 9) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(fast = 12, slow = 26, signal = 9) {
  if (state === null) state = start(fast, slow, signal)
  const value = reading('next')
  return value
}
