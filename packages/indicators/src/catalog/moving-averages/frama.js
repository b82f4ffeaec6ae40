// Fractal adaptive moving average
// An exponential average of median prices whose weight follows the fractal dimension of the window: fast in trends,
// slow in ranges. It starts from the median price of its first full window; the period must be even.
// Source: J. F. Ehlers, "FRAMA: Fractal Adaptive Moving Average", 2005.
// First value: bar period. Settled after: 40 * period.
const key = 'FRAMA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
const minimum = { period: 4 }
let state = null

function span(from, to) {
  let highest = from === 0 ? bar.high : state.highs.at(from - 1)
  let lowest = from === 0 ? bar.low : state.lows.at(from - 1)
  for (let k = from + 1; k < to; k++) {
    highest = Math.max(highest, state.highs.at(k - 1))
    lowest = Math.min(lowest, state.lows.at(k - 1))
  }
  return highest - lowest
}

function start(period) {
  return kit.state({ highs: ring(period), lows: ring(period), average: null })
}

function reading(period) {
  if (state.highs.count < period - 1) return null
  const price = (bar.high + bar.low) / 2
  if (state.average === null) return price
  const half = Math.floor(period / 2)
  const near = span(0, half) / half
  const far = span(half, 2 * half) / half
  const whole = span(0, 2 * half) / (2 * half)
  const isFlat = near + far === 0 || whole === 0
  const dimension = isFlat ? 1 : Math.log2((near + far) / whole)
  const weight = Math.min(1, Math.max(0.01, Math.exp(-4.6 * (dimension - 1))))
  return state.average + weight * (price - state.average)
}

function onTick(period = 16) {
  state ??= start(period)
  const value = reading(period)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.average = value
  return value
}
