// True range
// The range of the bar together with the close before it. The first bar has none.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (TRANGE).
// First value: bar 2.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function start() {
  return { last: null }
}

function reading() {
  return state.last === null ? null : trueRange(state.last)
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  state.last = bar.close
  return value
}
