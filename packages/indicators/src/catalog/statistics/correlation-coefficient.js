// Correlation of two series
// Pearson's correlation of the close with another series over the window, from -1 to 1; 0 if one of them is
// constant.
// Source: K. Pearson, "Notes on Regression and Inheritance", Proceedings of the Royal Society 1895.
// First value: bar period.
const key = 'CorrelationCoefficient'
const group = 'Statistics'
const pane = 'study'
const colors = ['#2962ff']
const minimum = { period: 2 }
let parts = null

function correlation(own, others, period) {
  let [meanOwn, meanOther] = [0, 0]
  for (let k = 0; k < period; k++) {
    meanOwn += own.at(k) / period
    meanOther += others.at(k) / period
  }
  let [both, squaresOwn, squaresOther] = [0, 0, 0]
  for (let k = 0; k < period; k++) {
    both += (own.at(k) - meanOwn) * (others.at(k) - meanOther)
    squaresOwn += (own.at(k) - meanOwn) ** 2
    squaresOther += (others.at(k) - meanOther) ** 2
  }
  // Sums of equal prices are off by their last digits, which are no move.
  const dust = period * Number.EPSILON
  const isStill = (squares, value) => squares <= period * (dust * value) ** 2
  if (isStill(squaresOwn, meanOwn) || isStill(squaresOther, meanOther)) return 0
  const size = Math.sqrt(squaresOwn * squaresOther)
  return size === 0 ? 0 : Math.min(1, Math.max(-1, both / size))
}

function onTick(period = 20) {
  parts ??= { own: ring(period), others: ring(period) }
  const present = other()
  if (Number.isNaN(present)) return null
  parts.own.push(bar.close)
  parts.others.push(present)
  return parts.own.full ? correlation(parts.own, parts.others, period) : null
}
