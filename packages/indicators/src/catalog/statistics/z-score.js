// Z-score of closes
// How many standard deviations of the whole window the close is from the average of the window; 0 where nothing
// moves.
// Source: common knowledge.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
const least = { period: 2 }
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

function score(mean, deviation) {
  return deviation === 0 ? 0 : (bar.close - mean) / deviation
}

function onTick(period = 20) {
  if (closes === null || closes.count < period - 1) return null
  const { mean, deviation } = growing(period)
  return score(mean, deviation)
}

function onIntervalClose(period = 20) {
  if (closes === null) closes = ring(period)
  closes.push(bar.close)
  return closes.full ? score(closes.mean(), closes.deviation()) : NaN
}
