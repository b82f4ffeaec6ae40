// Forecast oscillator
// How far the close is from what the straight line through the bars before it foretold, in per cent of the close.
// Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994.
// First value: bar period + 1.
const pane = 'study'
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
  return { closes: ring(period), forecast: null, present: null }
}

function reading(how, period) {
  if (state.closes.count < period - 1) return null
  const { slope, end } = line(state.closes, period)
  if (how === 'next') state.present = end + slope
  if (state.forecast === null) return null
  return bar.close === 0 ? 0 : (100 * (bar.close - state.forecast)) / bar.close
}

function onTick(period = 14) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next', period)
  state.closes.push(bar.close)
  state.forecast = state.present
  return value
}
