// ATR trailing stop
// A stop at a multiple of the average true range from the close, which only moves with the trend; direction is 1 while
// closes are above it and -1 below. It starts upward and turns when a close crosses it.
// Source: S. Vervoort, "Average True Range Trailing Stops", Stocks & Commodities June 2009.
// First value: bar period + 1. Settled after: 16 * (period + 1).
const key = 'ATRTrailingStop'
const group = 'Volatility'
const pane = 'overlay'
const outputs = ['value', 'direction']
const colors = ['#089981', '#7e57c2']
const fractions = ['multiplier']
const state = kit.state({ stop: null, direction: 1 })
let ranges = null

function onTick(period = 14, multiplier = 3) {
  ranges ??= kit.atr(period)
  const range = ranges.next()
  if (range === null) return null
  const distance = multiplier * range
  const { stop, direction } = state
  if (stop === null) state.stop = bar.close - distance
  else if (direction === 1) {
    if (bar.close >= stop) state.stop = Math.max(stop, bar.close - distance)
    else {
      state.direction = -1
      state.stop = bar.close + distance
    }
  } else if (bar.close <= stop) state.stop = Math.min(stop, bar.close + distance)
  else {
    state.direction = 1
    state.stop = bar.close - distance
  }
  return { value: state.stop, direction: state.direction }
}
