// Normalized average true range
// The average true range as a percentage of the close.
// Source: J. Forman, "Cross-Market Evaluations with Normalized Average True Range", Stocks & Commodities 2006; as in
// TA-Lib (NATR).
// First value: bar period + 1. Settled after: 16 * (period + 1).
const key = 'NATR'
const group = 'Volatility'
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return kit.state({ ranges: kit.wilder(period), last: null })
}

function reading() {
  const range = state.last === null ? null : state.ranges.next(kit.trueRange(state.last))
  if (range === null) return null
  return bar.close === 0 ? 0 : (100 * range) / bar.close
}

function onTick(period = 14) {
  state ??= start(period)
  const value = reading()
  state.last = bar.close
  return value
}
