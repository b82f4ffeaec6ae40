// Relative vigor index
// The move from open to close in relation to the range of the bar, both smoothed over four bars and averaged over
// the period, with a signal line smoothed over four.
// Source: J. F. Ehlers, "Relative Vigor Index", Stocks & Commodities 2002.
// First value: bar period + 6.
const pane = 'study'
const outputs = ['rvi', 'signal']
const colors = ['#2962ff', '#ff6d00']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

/** The last four values weighted 1, 2, 2, 1. */
function smoothed(present, past) {
  return (present + 2 * past.at(0) + 2 * past.at(1) + past.at(2)) / 6
}

function start(period) {
  return {
    moves: ring(3),
    ranges: ring(3),
    values: ring(3),
    move: simple(period),
    range: simple(period),
    present: null,
  }
}

function reading(how) {
  if (!state.moves.full) return null
  const move = state.move[how](smoothed(bar.close - bar.open, state.moves))
  const range = state.range[how](smoothed(bar.high - bar.low, state.ranges))
  if (move === null) return null
  const rvi = range === 0 ? 0 : move / range
  if (how === 'next') state.present = rvi
  return state.values.full ? { rvi, signal: smoothed(rvi, state.values) } : null
}

function onTick(period = 10) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading('next')
  state.moves.push(bar.close - bar.open)
  state.ranges.push(bar.high - bar.low)
  if (state.present !== null) state.values.push(state.present)
  return value
}
