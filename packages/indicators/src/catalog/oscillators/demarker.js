// DeMarker
// Rises of the high relative to rises of the high and falls of the low, averaged over the period, from 0 to 1; 0.5
// if there are none.
// Source: T. R. DeMark, "The New Science of Technical Analysis", 1994.
// First value: bar period + 1.
const key = 'DeMarker'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return kit.state({ ups: kit.sma(period), downs: kit.sma(period), high: null, low: 0 })
}

function reading() {
  if (state.high === null) return null
  const up = state.ups.next(Math.max(bar.high - state.high, 0))
  const down = state.downs.next(Math.max(state.low - bar.low, 0))
  if (up === null) return null
  return up + down === 0 ? 0.5 : up / (up + down)
}

function onTick(period = 14) {
  state ??= start(period)
  const value = reading()
  state.high = bar.high
  state.low = bar.low
  return value
}
