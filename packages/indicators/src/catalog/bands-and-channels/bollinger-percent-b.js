// Bollinger %b
// Where the close lies between the lower Bollinger band (0) and the upper one (1). Bands without width have the
// value 0.5.
// Source: J. Bollinger, "Bollinger on Bollinger Bands", 2001.
// First value: bar period.
const key = 'BollingerPercentB'
const group = 'Bands and channels'
const pane = 'study'
const colors = ['#2962ff']
const fractions = ['deviations']
let closes = null

function place(mean, deviation, deviations) {
  return deviation === 0 ? 0.5 : (bar.close - mean) / (2 * deviations * deviation) + 0.5
}

function onTick(period = 20, deviations = 2) {
  closes ??= ring(period)
  closes.push(bar.close)
  return closes.full ? place(closes.mean(), closes.deviation(), deviations) : NaN
}
