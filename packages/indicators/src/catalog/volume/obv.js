// On balance volume
// The sum of the volumes of rising bars minus that of falling bars, starting with the volume of the first bar.
// Source: J. E. Granville, "New Key to Stock Market Profits", 1963; the start as in TA-Lib (OBV).
// First value: bar 1.
const key = 'OBV'
const group = 'Volume'
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start() {
  return kit.state({ sum: 0, last: null })
}

function reading() {
  if (state.last === null || bar.close > state.last) return state.sum + bar.volume
  return bar.close < state.last ? state.sum - bar.volume : state.sum
}

function onTick() {
  state ??= start()
  const value = reading()
  state.sum = value
  state.last = bar.close
  return value
}
