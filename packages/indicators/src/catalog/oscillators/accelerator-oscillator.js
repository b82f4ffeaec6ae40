// Accelerator oscillator
// The awesome oscillator minus its own simple average: whether it gains or loses speed.
// Source: B. Williams, "New Trading Dimensions", 1998.
// First value: bar Math.max(fast, slow) + signal - 1.
const key = 'AcceleratorOscillator'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(fast, slow, signal) {
  return { fast: kit.sma(fast), slow: kit.sma(slow), signal: kit.sma(signal) }
}

function reading() {
  const fast = parts.fast.next((bar.high + bar.low) / 2)
  const slow = parts.slow.next((bar.high + bar.low) / 2)
  if (fast === null || slow === null) return null
  const line = parts.signal.next(fast - slow)
  return line === null ? null : fast - slow - line
}

function onTick(fast = 5, slow = 34, signal = 5) {
  parts ??= start(fast, slow, signal)
  return reading()
}
