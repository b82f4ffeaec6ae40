// Ulcer index
// How deep and how long closes stay below their highest close: the root of the mean square of the drawdowns in per
// cent.
// Source: P. G. Martin and B. B. McCann, "The Investor's Guide to Fidelity Funds", 1989.
// First value: bar 2 * period - 1.
const key = 'UlcerIndex'
const group = 'Volatility'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { closes: ring(period), squares: kit.sma(period) }
}

function reading(period) {
  const { closes } = parts
  if (closes.count < period - 1) return null
  let highest = bar.close
  for (let k = 0; k < period - 1; k++) highest = Math.max(highest, closes.at(k))
  const drawdown = highest === 0 ? 0 : (100 * (highest - bar.close)) / highest
  const mean = parts.squares.next(drawdown * drawdown)
  return mean === null ? null : Math.sqrt(mean)
}

function onTick(period = 14) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
