// Correlation of close and volume
// Pearson's correlation of the closes and the volumes of the window, from -1 to 1; 0 if one of them is constant.
// Source: K. Pearson, 1895; as in TA-Lib (CORREL).
// First value: bar period.
const key = 'Correlation'
const group = 'Statistics'
const pane = 'study'
const colors = ['#2962ff']
const minimum = { period: 2 }
let parts = null

/** Pearson's correlation of two windows, the current values first; 0 if one of them is constant. */
function correlation(x, xs, y, ys, period) {
  let [meanX, meanY] = [x, y]
  for (let k = 0; k < period - 1; k++) {
    meanX += xs.at(k)
    meanY += ys.at(k)
  }
  meanX /= period
  meanY /= period
  let [both, squareX, squareY] = [(x - meanX) * (y - meanY), (x - meanX) ** 2, (y - meanY) ** 2]
  for (let k = 0; k < period - 1; k++) {
    const [differenceX, differenceY] = [xs.at(k) - meanX, ys.at(k) - meanY]
    both += differenceX * differenceY
    squareX += differenceX * differenceX
    squareY += differenceY * differenceY
  }
  // Sums of equal prices are off by their last digits, which are no move.
  const dust = period * Number.EPSILON
  if (squareX <= period * (dust * x) ** 2 || squareY <= period * (dust * y) ** 2) return 0
  const size = Math.sqrt(squareX * squareY)
  return size === 0 ? 0 : Math.min(1, Math.max(-1, both / size))
}

function start(period) {
  return { closes: ring(period), volumes: ring(period) }
}

function reading(period) {
  if (parts.closes.count < period - 1) return null
  return correlation(bar.close, parts.closes, bar.volume, parts.volumes, period)
}

function onTick(period = 20) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  parts.volumes.push(bar.volume)
  return value
}
