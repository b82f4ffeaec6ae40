// True range
// The range of the bar extended to the previous close. The first bar has none.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (TRANGE).
// First value: bar 2.
const key = 'TrueRange'
const group = 'Volatility'
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start() {
  return kit.state({ last: null })
}

function reading() {
  return state.last === null ? null : kit.trueRange(state.last)
}

function onTick() {
  state ??= start()
  const value = reading()
  state.last = bar.close
  return value
}
