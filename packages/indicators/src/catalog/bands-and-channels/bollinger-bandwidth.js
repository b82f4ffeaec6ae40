// Bollinger bandwidth
// The distance of the Bollinger bands as a percentage of their middle line.
// Source: J. Bollinger, "Bollinger on Bollinger Bands", 2001.
// First value: bar period.
const key = 'BollingerBandwidth'
const group = 'Bands and channels'
const pane = 'study'
const colors = ['#2962ff']
const fractions = ['deviations']
let closes = null

function onTick(period = 20, deviations = 2) {
  closes ??= ring(period)
  closes.push(bar.close)
  return closes.full ? (200 * deviations * closes.deviation()) / closes.mean() : NaN
}
