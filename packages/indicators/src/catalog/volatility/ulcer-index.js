// Ulcer index
// How deep and how long closes stay below their highest close: the root mean square of the drawdowns in percent.
// Variant 1 measures each drawdown from the highest close of the window that ends with its bar; variant 2 from the
// highest close up to its bar within the current window.
// Source: P. G. Martin and B. B. McCann, "The Investor's Guide to Fidelity Funds", 1989; variant 2 as on
// StockCharts.
// First value: bar variant === 2 ? period : 2 * period - 1.
const key = 'UlcerIndex'
const group = 'Volatility'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function drawdown(highest, close) {
  return highest === 0 ? 0 : (100 * (highest - close)) / highest
}

/** Mean square of the drawdowns within the window, each from the highest close up to its bar. */
function meanSquareWithin(closes) {
  let highest = -Infinity
  let sum = 0
  for (let k = closes.size - 1; k >= 0; k--) {
    highest = Math.max(highest, closes.at(k))
    sum += drawdown(highest, closes.at(k)) ** 2
  }
  return sum / closes.size
}

function onTick(period = 14, variant = 1) {
  parts ??= { closes: ring(period), squares: kit.sma(period) }
  const { closes, squares } = parts
  closes.push(bar.close)
  if (!closes.full) return null
  if (variant === 2) return Math.sqrt(meanSquareWithin(closes))
  const present = drawdown(closes.highest(), bar.close)
  const mean = squares.next(present * present)
  return mean === null ? null : Math.sqrt(mean)
}
