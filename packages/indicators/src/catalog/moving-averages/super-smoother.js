// Two pole super smoother of closes
// A filter that removes cycles shorter than the period with less lag than an average; values before one full period
// are withheld.
// Source: J. F. Ehlers, "Cycle Analytics for Traders", 2013.
// First value: bar period. Settled after: 8 * (period + 1).
const key = 'SuperSmoother'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
const minimum = { period: 2 }
let state = null

function start() {
  return kit.state({ count: 0, close: 0, last: 0, older: 0 })
}

function reading(period) {
  if (state.count < 2) return bar.close
  const decay = Math.exp((-Math.SQRT2 * Math.PI) / period)
  const second = 2 * decay * Math.cos((Math.SQRT2 * Math.PI) / period)
  const third = -decay * decay
  return ((1 - second - third) * (bar.close + state.close)) / 2 + second * state.last + third * state.older
}

function onTick(period = 10) {
  state ??= start()
  const value = reading(period)
  state.count += 1
  state.close = bar.close
  state.older = state.last
  state.last = value
  return state.count < period ? null : value
}
