// Ease of movement
// How far the median price moved, times the range of the bar, per 10,000 units of volume, averaged over the period;
// a bar without volume has the value 0.
// Source: R. W. Arms, "Volume Cycles in the Stock Market", 1983.
// First value: bar period + 1.
const key = 'EaseOfMovement'
const group = 'Volume'
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return kit.state({ average: kit.sma(period), last: null })
}

function reading() {
  if (state.last === null) return null
  const move = (bar.high + bar.low) / 2 - state.last
  const range = bar.high - bar.low
  return state.average.next(bar.volume > 0 ? (move * range * 10_000) / bar.volume : 0)
}

function onTick(period = 14) {
  state ??= start(period)
  const value = reading()
  state.last = (bar.high + bar.low) / 2
  return value
}
