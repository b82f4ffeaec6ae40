// Bollinger bandwidth
// The distance of the Bollinger bands in per cent of their middle line.
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

function onTick(period = 20, deviations = 2) {
  if (closes === null || closes.count < period - 1) return null
  const { mean, deviation } = growing(period)
  return (200 * deviations * deviation) / mean
}

function onIntervalClose(period = 20, deviations = 2) {
  if (closes === null) closes = ring(period)
  closes.push(bar.close)
  return closes.full ? (200 * deviations * closes.deviation()) / closes.mean() : NaN
}
