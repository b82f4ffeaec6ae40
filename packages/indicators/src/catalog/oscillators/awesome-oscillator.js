// Awesome oscillator
// The simple average of median prices over a few bars minus that over many.
// Source: B. Williams, "New Trading Dimensions", 1998.
// First value: bar Math.max(fast, slow).
const key = 'AwesomeOscillator'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(fast, slow) {
  return { fast: kit.sma(fast), slow: kit.sma(slow) }
}

function reading() {
  const fast = parts.fast.next((bar.high + bar.low) / 2)
  const slow = parts.slow.next((bar.high + bar.low) / 2)
  return fast === null || slow === null ? null : fast - slow
}

function onTick(fast = 5, slow = 34) {
  parts ??= start(fast, slow)
  return reading()
}
