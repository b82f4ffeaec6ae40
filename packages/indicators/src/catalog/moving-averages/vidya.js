// Variable index dynamic average of closes
// An exponential average whose weight alpha is multiplied by the ratio of the deviation of the last few closes to
// that of many. It starts from the close before its first value.
// Source: T. S. Chande, "Adapting Moving Averages to Market Volatility", Stocks & Commodities 1992.
// First value: bar slow. Settled after: slow + Math.ceil(40 / alpha).
const key = 'VIDYA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
const fractions = ['alpha']
const minimum = { fast: 2, slow: 2 }
let state = null

function deviation(closes, period) {
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let squares = (bar.close - mean) ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - mean) ** 2
  // Sums of equal prices are off by their last digits, which are no move.
  const dust = period * Number.EPSILON * bar.close
  return squares <= period * dust ** 2 ? 0 : Math.sqrt(squares / period)
}

function start(fast, slow) {
  return kit.state({ closes: ring(Math.max(fast, slow)), average: null })
}

function reading(fast, slow, alpha) {
  const { closes } = state
  if (closes.count < Math.max(fast, slow) - 1) return null
  const slowDeviation = deviation(closes, slow)
  const weight = slowDeviation === 0 ? 0 : Math.min(1, (alpha * deviation(closes, fast)) / slowDeviation)
  const before = state.average === null ? closes.at(0) : state.average
  return before + weight * (bar.close - before)
}

function onTick(fast = 9, slow = 30, alpha = 0.2) {
  state ??= start(fast, slow)
  const value = reading(fast, slow, alpha)
  state.closes.push(bar.close)
  state.average = value
  return value
}
