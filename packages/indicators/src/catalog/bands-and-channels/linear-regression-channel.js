// Linear regression channel
// The end of the straight line that fits the last closes best, and bands at a number of standard deviations of the
// closes around that line.
// Source: G. Raff, "Trading the Regression Channel", 1996; deviations of the whole window.
// First value: bar period.
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['deviations']
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

function reading(period, deviations) {
  const { closes } = state
  if (closes.count < period - 1) return null
  const { slope, start, end } = line(closes, period)
  let squares = (bar.close - end) ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - start - slope * (period - 2 - k)) ** 2
  const distance = deviations * Math.sqrt(squares / period)
  return { upper: end + distance, middle: end, lower: end - distance }
}

function onTick(period = 100, deviations = 2) {
  return state === null ? null : reading(period, deviations)
}

function onIntervalClose(period = 100, deviations = 2) {
  if (state === null) state = start(period)
  const value = reading(period, deviations)
  state.closes.push(bar.close)
  return value
}
