// Percentage volume oscillator
// The fast exponential average of the volume minus the slow one, as a percentage of the slow one, with a signal line
// and the difference of both; 0 without volume.
// Source: G. Appel's MACD applied to volume; common knowledge.
// First value: bar Math.max(fast, slow) + signal - 1. Settled after: 8 * (Math.max(fast, slow) + signal + 2).
const key = 'PVO'
const group = 'Volume'
const pane = 'study'
const outputs = ['pvo', 'signal', 'histogram']
const colors = ['#2962ff', '#ff6d00', '#26a69a']
let parts = null

function onTick(fast = 12, slow = 26, signal = 9) {
  parts ??= { fast: kit.ema(fast), slow: kit.ema(slow), signal: kit.ema(signal) }
  const fastAverage = parts.fast.next(bar.volume)
  const slowAverage = parts.slow.next(bar.volume)
  if (fastAverage === null || slowAverage === null) return null
  const pvo = slowAverage === 0 ? 0 : (100 * (fastAverage - slowAverage)) / slowAverage
  const line = parts.signal.next(pvo)
  return line === null ? null : { pvo, signal: line, histogram: pvo - line }
}
