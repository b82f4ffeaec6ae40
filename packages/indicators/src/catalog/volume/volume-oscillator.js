// Volume oscillator
// The simple average of the volume over a few bars minus that over many, as a percentage of the latter; 0 without
// volume.
// Source: S. B. Achelis, "Technical Analysis from A to Z", 2000.
// First value: bar Math.max(fast, slow).
const key = 'VolumeOscillator'
const group = 'Volume'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(fast, slow) {
  return { fast: kit.sma(fast), slow: kit.sma(slow) }
}

function reading() {
  const fast = parts.fast.next(bar.volume)
  const slow = parts.slow.next(bar.volume)
  if (fast === null || slow === null) return null
  return slow === 0 ? 0 : (100 * (fast - slow)) / slow
}

function onTick(fast = 5, slow = 10) {
  parts ??= start(fast, slow)
  return reading()
}
