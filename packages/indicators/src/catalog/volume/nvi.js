// Negative volume index
// The running product of the relative changes of the close on bars whose volume fell, starting at 1,000.
// Source: P. L. Dysart, 1936; N. G. Fosback, "Stock Market Logic", 1976.
// First value: bar 1.
const key = 'NVI'
const group = 'Volume'
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start() {
  return kit.state({ index: 1000, close: null, volume: 0 })
}

function reading() {
  if (state.close === null || state.close === 0 || !(bar.volume < state.volume)) return state.index
  return state.index * (bar.close / state.close)
}

function onTick() {
  state ??= start()
  const value = reading()
  state.index = value
  state.close = bar.close
  state.volume = bar.volume
  return value
}
