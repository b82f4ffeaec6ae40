// Absolute price oscillator
// The fast exponential average of closes minus the slow one.
// Source: common knowledge; as in TA-Lib (APO) with exponential averages.
// First value: bar Math.max(fast, slow). Settled after: 8 * (Math.max(fast, slow) + 1).
const key = 'APO'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(fast, slow) {
  return { fast: kit.ema(fast), slow: kit.ema(slow) }
}

function reading() {
  const fast = parts.fast.next(bar.close)
  const slow = parts.slow.next(bar.close)
  return fast === null || slow === null ? null : fast - slow
}

function onTick(fast = 12, slow = 26) {
  parts ??= start(fast, slow)
  return reading()
}
