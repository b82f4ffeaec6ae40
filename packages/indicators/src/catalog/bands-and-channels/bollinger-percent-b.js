// Bollinger %b
// Where the close lies between the lower Bollinger band (0) and the upper one (1). Bands without any width count as
// 0.5.
// Source: J. Bollinger, "Bollinger on Bollinger Bands", 2001.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
const fractions = ['deviations']
let closes = null

/** Mean and deviation with the growing bar in the place of the oldest close. */
function growing(period) {
  // Distances from the growing bar: in a market that stands still they are zero, and nothing is lost in a high price.
  let sum = 0
  for (let k = 0; k < period - 1; k++) sum += closes.at(k) - bar.close
  const offset = sum / period
  let squares = offset ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - bar.close - offset) ** 2
  return { mean: bar.close + offset, deviation: Math.sqrt(squares / period) }
}

function place(mean, deviation, deviations) {
  return deviation === 0 ? 0.5 : (bar.close - mean) / (2 * deviations * deviation) + 0.5
}

function onTick(period = 20, deviations = 2) {
  if (closes === null || closes.count < period - 1) return null
  const { mean, deviation } = growing(period)
  return place(mean, deviation, deviations)
}

function onIntervalClose(period = 20, deviations = 2) {
  if (closes === null) closes = ring(period)
  closes.push(bar.close)
  return closes.full ? place(closes.mean(), closes.deviation(), deviations) : NaN
}
