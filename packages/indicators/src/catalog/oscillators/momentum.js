// Momentum
// The change of the close since a number of bars before, a price distance.
// Source: common knowledge; as in TA-Lib (MOM).
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  if (!state.closes.full) return null
  const before = state.closes.at(period - 1)
  return bar.close - before
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}
