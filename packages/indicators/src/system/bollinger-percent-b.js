// Bollinger %b
// Where the close lies between the lower Bollinger band (0) and the upper one (1). Bands without any width count as
// 0.5.
// Source: J. Bollinger, "Bollinger on Bollinger Bands", 2001.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
const fractions = ['deviations']
let state = null

function bands(closes, period) {
  let middle = bar.close
  for (let k = 0; k < period - 1; k++) middle += closes.at(k)
  middle /= period
  let squares = (bar.close - middle) ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - middle) ** 2
  return { middle, deviation: Math.sqrt(squares / period) }
}

function start(period) {
  return { closes: ring(period) }
}

function reading(period, deviations) {
  if (state.closes.count < period - 1) return null
  const { middle, deviation } = bands(state.closes, period)
  return deviation === 0 ? 0.5 : (bar.close - middle) / (2 * deviations * deviation) + 0.5
}

function onTick(period = 20, deviations = 2) {
  return state === null ? null : reading(period, deviations)
}

function onIntervalClose(period = 20, deviations = 2) {
  if (state === null) state = start(period)
  const value = reading(period, deviations)
  state.closes.push(bar.close)
  return value
}
