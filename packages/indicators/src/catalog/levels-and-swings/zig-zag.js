// ZigZag
// The turning points of moves of at least the given percent: the last one that is settled (from) and the farthest
// price of the current move (value), with its direction. The current end moves on with price, and where the line
// turned is only known later: the chart's line repaints.
// Source: common knowledge, for example S. B. Achelis, "Technical Analysis from A to Z", 2000.
// First value: bar 2 at the earliest. Settled after: 1000.
const key = 'ZigZag'
const group = 'Levels and swings'
const pane = 'overlay'
const outputs = ['value', 'from', 'direction']
const colors = ['#2962ff', '#7e57c2', '#ff6d00']
const repaints = true
const fractions = ['percent']
let state = null

/** The move including the current bar. Until the first move is large enough, it is the range so far. */
function move(percent) {
  const up = 1 + percent / 100
  const { value, direction } = state
  if (direction === 1) {
    if (bar.high > value) return { ...state, value: bar.high }
    return bar.low * up <= value ? { ...state, value: bar.low, from: value, direction: -1 } : state
  }
  if (direction === -1) {
    if (bar.low < value) return { ...state, value: bar.low }
    return bar.high >= value * up ? { ...state, value: bar.high, from: value, direction: 1 } : state
  }
  if (state.high === null) return { ...state, high: bar.high, low: bar.low }
  if (bar.high >= state.low * up) return { ...state, value: bar.high, from: state.low, direction: 1 }
  if (bar.low * up <= state.high) return { ...state, value: bar.low, from: state.high, direction: -1 }
  return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low) }
}

function start() {
  return kit.state({ high: null, low: null, value: null, from: null, direction: 0 })
}

function reading(percent) {
  const { value, from, direction } = move(percent)
  return direction === 0 ? null : { value, from, direction }
}

function onTick(percent = 1) {
  state ??= start()
  const value = reading(percent)
  Object.assign(state, move(percent))
  return value
}
