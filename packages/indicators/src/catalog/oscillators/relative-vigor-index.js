// Relative vigor index
// The move from open to close relative to the range of the bar, both smoothed over four bars and averaged over the
// period, with a signal line smoothed over four.
// Source: J. F. Ehlers, "Relative Vigor Index", Stocks & Commodities 2002.
// First value: bar period + 6.
const key = 'RelativeVigorIndex'
const group = 'Oscillators'
const pane = 'study'
const outputs = ['rvi', 'signal']
const colors = ['#2962ff', '#ff6d00']
let state = null

/** The last four values weighted 1, 2, 2, 1. */
function smoothed(present, past) {
  return (present + 2 * past.at(0) + 2 * past.at(1) + past.at(2)) / 6
}

function start(period) {
  return kit.state({
    moves: ring(3),
    ranges: ring(3),
    values: ring(3),
    move: kit.sma(period),
    range: kit.sma(period),
    present: null,
  })
}

function reading() {
  if (!state.moves.full) return null
  const move = state.move.next(smoothed(bar.close - bar.open, state.moves))
  const range = state.range.next(smoothed(bar.high - bar.low, state.ranges))
  if (move === null) return null
  const rvi = range === 0 ? 0 : move / range
  state.present = rvi
  return state.values.full ? { rvi, signal: smoothed(rvi, state.values) } : null
}

function onTick(period = 10) {
  state ??= start(period)
  const value = reading()
  state.moves.push(bar.close - bar.open)
  state.ranges.push(bar.high - bar.low)
  if (state.present !== null) state.values.push(state.present)
  return value
}
