// Least squares moving average of closes
// The end of the straight line that fits the last closes best.
// Source: method of least squares; as in TA-Lib (LINEARREG).
// First value: bar period.
const pane = 'overlay'
const colors = ['#2962ff']
const least = { period: 2 }
let state = null

/** Straight line of least squares through the last closes, the present one among them; x is 0 at the oldest. */
function line(closes, period) {
  const middle = (period - 1) / 2
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let slope = middle * (bar.close - mean)
  for (let k = 0; k < period - 1; k++) slope += (period - 2 - k - middle) * (closes.at(k) - mean)
  slope *= 12 / (period * (period * period - 1))
  return { slope, start: mean - slope * middle, end: mean + slope * middle }
}

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period - 1) return null
  return line(state.closes, period).end
}

function onTick(period = 25) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 25) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}
