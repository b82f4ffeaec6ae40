// Percentage price oscillator
// The distance of the fast exponential average of closes from the slow one as a percentage of the slow one, with a
// signal line and their difference.
// Source: common knowledge; as in TA-Lib (PPO) with exponential averages.
// First value: bar Math.max(fast, slow) + signal - 1. Settled after: 8 * (fast + slow + signal + 1).
const key = 'PPO'
const group = 'Oscillators'
const pane = 'study'
const outputs = ['ppo', 'signal', 'histogram']
const colors = ['#2962ff', '#ff6d00', '#26a69a']
let parts = null

function start(fast, slow, signal) {
  return { fast: kit.ema(fast), slow: kit.ema(slow), signal: kit.ema(signal) }
}

function reading() {
  const fast = parts.fast.next(bar.close)
  const slow = parts.slow.next(bar.close)
  if (fast === null || slow === null) return null
  const ppo = slow === 0 ? 0 : (100 * (fast - slow)) / slow
  const line = parts.signal.next(ppo)
  return line === null ? null : { ppo, signal: line, histogram: ppo - line }
}

function onTick(fast = 12, slow = 26, signal = 9) {
  parts ??= start(fast, slow, signal)
  return reading()
}
