// Pretty good oscillator
// The distance of the close from its simple average, counted in exponential averages of the true range.
// Source: M. Johnson, Pretty Good Oscillator, about 2000.
// First value: bar period + 1. Settled after: 8 * (period + 1).
const key = 'PrettyGoodOscillator'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return kit.state({ average: kit.sma(period), ranges: kit.ema(period), last: null })
}

function reading(period) {
  const average = state.average.next(bar.close)
  const range = state.last === null ? null : state.ranges.next(kit.trueRange(state.last))
  if (range === null) return null
  const distance = bar.close - average
  // Sums of equal prices are off by their last digits, which are no move.
  const dust = period * Number.EPSILON * Math.abs(bar.close)
  return range === 0 || Math.abs(distance) <= dust ? 0 : distance / range
}

function onTick(period = 14) {
  state ??= start(period)
  const value = reading(period)
  state.last = bar.close
  return value
}
