// Bollinger bands
// The moving average of closes and bands at a number of standard deviations of the whole window.
// Source: J. Bollinger, "Bollinger on Bollinger Bands", 2001; as in TA-Lib (BBANDS).
// First value: bar period. Settled after: period + 1.
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['deviations']
// One object for all values: a new one for each bar would be cleared away at once.
const bands = { upper: NaN, middle: NaN, lower: NaN }
let window = null

function onTick(period = 20, deviations = 2) {
  if (window === null || window.count < period - 1) return null
  // Distances from the growing bar: in a market that stands still they are zero, and nothing is lost in a high price.
  let sum = 0
  for (let k = 0; k < period - 1; k++) sum += window.at(k) - bar.close
  const offset = sum / period
  let squares = offset ** 2
  for (let k = 0; k < period - 1; k++) squares += (window.at(k) - bar.close - offset) ** 2
  const middle = bar.close + offset
  const distance = deviations * Math.sqrt(squares / period)
  return { upper: middle + distance, middle, lower: middle - distance }
}

function onIntervalClose(period = 20, deviations = 2) {
  if (window === null) window = ring(period)
  window.push(bar.close)
  if (!window.full) return null
  const middle = window.mean()
  const distance = deviations * window.deviation()
  bands.upper = middle + distance
  bands.middle = middle
  bands.lower = middle - distance
  return bands
}
