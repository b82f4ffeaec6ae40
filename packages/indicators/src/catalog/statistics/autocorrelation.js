// Autocorrelation of changes
// Correlation of the changes of the close with those a number of bars ago, from -1 to 1, in the form of the sample
// autocorrelation; 0 if nothing moves.
// Source: G. E. P. Box and G. M. Jenkins, "Time Series Analysis", 1970.
// First value: bar period + 1.
const key = 'Autocorrelation'
const group = 'Statistics'
const pane = 'study'
const colors = ['#2962ff']
const minimum = { period: 3 }
let state = null

function start(period) {
  return kit.state({ changes: ring(period), last: null })
}

function reading(period, lag) {
  const { changes } = state
  if (state.last === null || changes.count < period - 1) return null
  const change = bar.close - state.last
  let mean = change
  for (let k = 0; k < period - 1; k++) mean += changes.at(k)
  mean /= period
  let squares = (change - mean) ** 2
  let both = 0
  let newer = change
  for (let k = 0; k < period - 1; k++) {
    squares += (changes.at(k) - mean) ** 2
    if (k + 1 < lag) continue
    newer = k + 1 === lag ? change : changes.at(k - lag)
    both += (newer - mean) * (changes.at(k) - mean)
  }
  return squares === 0 ? 0 : both / squares
}

function onTick(period = 50, lag = 1) {
  state ??= start(period)
  const value = reading(period, lag)
  if (state.last !== null) state.changes.push(bar.close - state.last)
  state.last = bar.close
  return value
}
