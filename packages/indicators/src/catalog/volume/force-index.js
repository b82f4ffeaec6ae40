// Force index
// The exponential average of the change of the close times the volume.
// Source: A. Elder, "Trading for a Living", 1993.
// First value: bar period + 1. Settled after: 8 * (period + 2).
const key = 'ForceIndex'
const group = 'Volume'
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return kit.state({ average: kit.ema(period), last: null })
}

function reading() {
  return state.last === null ? null : state.average.next((bar.close - state.last) * bar.volume)
}

function onTick(period = 13) {
  state ??= start(period)
  const value = reading()
  state.last = bar.close
  return value
}
