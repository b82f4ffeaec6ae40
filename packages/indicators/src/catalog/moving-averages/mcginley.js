// McGinley dynamic of closes
// An average that speeds up when price falls below it and slows down when price rises above it. It starts from the
// simple average of the first closes.
// Source: J. R. McGinley, "McGinley Dynamics", Market Technicians Association Journal 1997.
// First value: bar period. Settled after: 16 * (period + 1).
const key = 'McGinley'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

function start() {
  return kit.state({ count: 0, sum: 0, average: null })
}

function reading(period) {
  const { average } = state
  if (average !== null) return average + (bar.close - average) / Math.max(1, period * (bar.close / average) ** 4)
  return state.count === period - 1 ? (state.sum + bar.close) / period : null
}

function onTick(period = 14) {
  state ??= start()
  const value = reading(period)
  state.average = value
  if (state.count < period) {
    state.count += 1
    state.sum += bar.close
  }
  return value
}
