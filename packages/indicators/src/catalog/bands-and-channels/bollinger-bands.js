// Bollinger bands
// The moving average of closes and bands at a number of standard deviations of the whole window.
// Source: J. Bollinger, "Bollinger on Bollinger Bands", 2001; as in TA-Lib (BBANDS).
// First value: bar period. Settled after: period + 1.
const key = 'BollingerBands'
const group = 'Bands and channels'
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['deviations']
// One object for all values: a new one per bar would become garbage at once.
const bands = { upper: NaN, middle: NaN, lower: NaN }
let window = null

function onTick(period = 20, deviations = 2) {
  window ??= ring(period)
  window.push(bar.close)
  if (!window.full) return null
  const middle = window.mean()
  const distance = deviations * window.deviation()
  bands.upper = middle + distance
  bands.middle = middle
  bands.lower = middle - distance
  return bands
}
