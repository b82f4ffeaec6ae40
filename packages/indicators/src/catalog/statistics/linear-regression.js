// Linear regression
// The straight line that fits the last closes best: its end at the present bar, its slope per bar and the part of
// the variance that it explains (0 to 1).
// Source: method of least squares; as in TA-Lib (LINEARREG, LINEARREG_SLOPE).
// First value: bar period.
const pane = 'overlay'
const outputs = ['value', 'slope', 'fit']
const colors = ['#2962ff', '#ff6d00', '#26a69a']
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
  const { slope, start, end } = line(state.closes, period)
  const mean = (start + end) / 2
  let squares = (bar.close - mean) ** 2
  let left = (bar.close - end) ** 2
  for (let k = 0; k < period - 1; k++) {
    squares += (state.closes.at(k) - mean) ** 2
    left += (state.closes.at(k) - start - slope * (period - 2 - k)) ** 2
  }
  return { value: end, slope, fit: squares === 0 ? 0 : Math.max(0, 1 - left / squares) }
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}
