// Per cent rank of closes
// How many per cent of the closes before the present one, within the period, are below it.
// Source: common knowledge.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  if (!state.closes.full) return null
  let lower = 0
  for (let k = 0; k < period; k++) if (state.closes.at(k) < bar.close) lower += 1
  return (100 * lower) / period
}

function onTick(period = 100) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 100) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}
