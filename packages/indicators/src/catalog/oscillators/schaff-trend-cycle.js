// Schaff trend cycle
// The stochastic of the stochastic of the MACD line, each smoothed by half: it moves between 0 and 100 faster than
// the MACD does.
// Source: D. Schaff, "The Schaff Trend Cycle", 1999.
// First value: bar Math.max(fast, slow) + 2 * cycle - 2. Settled after: 8 * (Math.max(fast, slow) + 1) + 2 * cycle +
// 48.
const key = 'SchaffTrendCycle'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

/** Where a value lies in its own last values, from 0 to 100, smoothed by half; where they are all equal, as before. */
function place(period) {
  const window = ring(period)
  const state = kit.state({ smoothed: null, raw: 0 })
  return (value) => {
    window.push(value)
    if (!window.full) return null
    const highest = window.highest()
    const lowest = window.lowest()
    if (highest !== lowest) state.raw = (100 * (value - lowest)) / (highest - lowest)
    state.smoothed = state.smoothed === null ? state.raw : state.smoothed + 0.5 * (state.raw - state.smoothed)
    return state.smoothed
  }
}

function start(cycle, fast, slow) {
  return { fast: kit.ema(fast), slow: kit.ema(slow), first: place(cycle), second: place(cycle) }
}

function onTick(cycle = 10, fast = 23, slow = 50) {
  parts ??= start(cycle, fast, slow)
  const fastAverage = parts.fast.next(bar.close)
  const slowAverage = parts.slow.next(bar.close)
  if (fastAverage === null || slowAverage === null) return null
  const first = parts.first(fastAverage - slowAverage)
  return first === null ? null : parts.second(first)
}
