// Historical volatility
// The standard deviation of the relative changes of the close, of the whole window, over a year of the given number
// of bars; 0.1 is 10% a year.
// Source: common knowledge, for example J. C. Hull, "Options, Futures and Other Derivatives", with plain instead of
// logarithmic changes.
// First value: bar period + 1.
const key = 'HistoricalVolatility'
const group = 'Volatility'
const pane = 'study'
const colors = ['#2962ff']
let state = null

function changeNow() {
  return state.last === 0 ? 0 : bar.close / state.last - 1
}

function start(period) {
  return kit.state({ changes: ring(period), last: null })
}

function reading(period, barsPerYear) {
  const { changes } = state
  if (state.last === null || changes.count < period - 1) return null
  const change = changeNow()
  let mean = change
  for (let k = 0; k < period - 1; k++) mean += changes.at(k)
  mean /= period
  let squares = (change - mean) ** 2
  for (let k = 0; k < period - 1; k++) squares += (changes.at(k) - mean) ** 2
  return Math.sqrt((squares / period) * barsPerYear)
}

function onTick(period = 20, barsPerYear = 252) {
  state ??= start(period)
  const value = reading(period, barsPerYear)
  if (state.last !== null) state.changes.push(changeNow())
  state.last = bar.close
  return value
}
