// Rate of change
// The change of the close since a number of bars before, in per cent of the close then.
// Source: common knowledge; as in TA-Lib (ROC).
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
  return before === 0 ? 0 : 100 * (bar.close / before - 1)
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
