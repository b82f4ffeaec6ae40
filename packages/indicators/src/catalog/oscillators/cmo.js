// Chande momentum oscillator
// The sum of the rises minus that of the falls as a percentage of both, from -100 to 100. The sums are not smoothed,
// as its author defines them; TA-Lib smooths them.
// Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994.
// First value: bar period + 1.
const key = 'CMO'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  const { closes } = parts
  if (!closes.full) return null
  let way = Math.abs(bar.close - closes.at(0))
  for (let k = 0; k < period - 1; k++) way += Math.abs(closes.at(k) - closes.at(k + 1))
  return way === 0 ? 0 : (100 * (bar.close - closes.at(period - 1))) / way
}

function onTick(period = 14) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
