// Renko bricks
// The last brick: open, close and direction (1 up, -1 down). A brick is a given percent of the first close high; closes
// make a new one when they are a whole brick beyond the last one, on its other side too.
// Source: S. Nison, "Beyond Candlesticks", 1994.
// First value: bar 2 at the earliest. Settled after: 1000.
const key = 'Renko'
const group = 'Prices'
const pane = 'overlay'
const outputs = ['open', 'close', 'direction']
const colors = ['#2962ff', '#ff6d00', '#7e57c2']
const fractions = ['percent']
const state = kit.state({ size: 0, low: NaN, high: NaN, direction: 0 })

function onTick(percent = 0.1) {
  if (state.size === 0) {
    state.size = (Math.abs(bar.close) * percent) / 100
    state.low = bar.close
    state.high = bar.close
    return null
  }
  const up = Math.floor((bar.close - state.high) / state.size)
  const down = Math.floor((state.low - bar.close) / state.size)
  if (up >= 1) {
    state.high += up * state.size
    state.low = state.high - state.size
    state.direction = 1
  } else if (down >= 1) {
    state.low -= down * state.size
    state.high = state.low + state.size
    state.direction = -1
  }
  const { low, high, direction } = state
  if (direction === 0) return null
  return direction === 1 ? { open: low, close: high, direction } : { open: high, close: low, direction }
}
