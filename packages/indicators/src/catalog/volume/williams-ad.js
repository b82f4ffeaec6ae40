// Williams accumulation and distribution
// The running sum of how far rising closes are above the true low and falling ones below the true high; volume is
// not used.
// Source: L. Williams, "The Secret of Selecting Stocks", 1972.
// First value: bar 2.
const key = 'WilliamsAD'
const group = 'Volume'
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start() {
  return kit.state({ sum: 0, last: null })
}

function reading() {
  if (state.last === null) return null
  if (bar.close > state.last) return state.sum + bar.close - Math.min(bar.low, state.last)
  return bar.close < state.last ? state.sum + bar.close - Math.max(bar.high, state.last) : state.sum
}

function onTick() {
  state ??= start()
  const value = reading()
  if (value !== null) state.sum = value
  state.last = bar.close
  return value
}
