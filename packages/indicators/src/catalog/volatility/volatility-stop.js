// Volatility stop
// A stop at a multiple of the average true range from the best close of the current trade; direction is 1 while
// closes are above it and -1 below. It starts upward and turns when a close crosses it.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978 (the volatility system).
// First value: bar period + 1. Settled after: 16 * (period + 1).
const key = 'VolatilityStop'
const group = 'Volatility'
const pane = 'overlay'
const outputs = ['value', 'direction']
const colors = ['#089981', '#7e57c2']
const fractions = ['multiplier']
const state = kit.state({ best: NaN, direction: 1 })
let ranges = null

function onTick(period = 7, multiplier = 3) {
  ranges ??= kit.atr(period)
  const range = ranges.next()
  if (range === null) return null
  const { direction } = state
  if (Number.isNaN(state.best)) state.best = bar.close
  state.best = direction === 1 ? Math.max(state.best, bar.close) : Math.min(state.best, bar.close)
  const stop = state.best - direction * multiplier * range
  if (direction * (bar.close - stop) >= 0) return { value: stop, direction }
  state.direction = -direction
  state.best = bar.close
  return { value: bar.close + direction * multiplier * range, direction: -direction }
}
