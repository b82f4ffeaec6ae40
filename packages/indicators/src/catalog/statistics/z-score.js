// Z-score of closes
// How many standard deviations of the whole window the close is from the average of the window; 0 if nothing moves.
// Source: common knowledge.
// First value: bar period.
const key = 'ZScore'
const group = 'Statistics'
const pane = 'study'
const colors = ['#2962ff']
const minimum = { period: 2 }
let closes = null

function score(mean, deviation) {
  return deviation === 0 ? 0 : (bar.close - mean) / deviation
}

function onTick(period = 20) {
  closes ??= ring(period)
  closes.push(bar.close)
  return closes.full ? score(closes.mean(), closes.deviation()) : NaN
}
