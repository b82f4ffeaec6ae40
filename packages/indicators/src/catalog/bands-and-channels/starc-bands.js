// Stoller average range channel
// The simple average of closes with bands at a multiple of the average true range.
// Source: M. Stoller, STARC bands, in J. F. Ehlers and others, Stocks & Commodities, about 1990.
// First value: bar Math.max(period, atrPeriod + 1). Settled after: Math.max(period, 16 * (atrPeriod + 1)).
const key = 'StarcBands'
const group = 'Bands and channels'
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['multiplier']
let state = null

function start(period, atrPeriod) {
  return kit.state({ average: kit.sma(period), ranges: kit.wilder(atrPeriod), last: null })
}

function reading(multiplier) {
  const middle = state.average.next(bar.close)
  const range = state.last === null ? null : state.ranges.next(kit.trueRange(state.last))
  if (middle === null || range === null) return null
  return { upper: middle + multiplier * range, middle, lower: middle - multiplier * range }
}

function onTick(period = 6, multiplier = 2, atrPeriod = 15) {
  state ??= start(period, atrPeriod)
  const value = reading(multiplier)
  state.last = bar.close
  return value
}
