// Price volume trend
// The running sum of volumes, each multiplied by the relative change of the close.
// Source: D. L. Markstein, "How to Chart Your Way to Stock Market Profits", 1966.
// First value: bar 2.
const key = 'PVT'
const group = 'Volume'
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start() {
  return kit.state({ sum: 0, last: null })
}

function reading() {
  if (state.last === null) return null
  return state.last === 0 ? state.sum : state.sum + bar.volume * (bar.close / state.last - 1)
}

function onTick() {
  state ??= start()
  const value = reading()
  if (value !== null) state.sum = value
  state.last = bar.close
  return value
}
