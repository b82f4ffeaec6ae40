// Chaikin volatility
// The change of the exponential average of the bar ranges since a number of bars ago, in percent.
// Source: S. B. Achelis, "Technical Analysis from A to Z", 2000, after M. Chaikin.
// First value: bar smoothing + change. Settled after: 8 * (smoothing + 1) + change.
const key = 'ChaikinVolatility'
const group = 'Volatility'
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(smoothing, change) {
  return kit.state({ average: kit.ema(smoothing), past: ring(change), present: null })
}

function reading(change) {
  const present = state.average.next(bar.high - bar.low)
  state.present = present
  if (!state.past.full) return null
  const before = state.past.at(change - 1)
  return before === 0 ? 0 : 100 * (present / before - 1)
}

function onTick(smoothing = 10, change = 10) {
  state ??= start(smoothing, change)
  const value = reading(change)
  if (state.present !== null) state.past.push(state.present)
  return value
}
