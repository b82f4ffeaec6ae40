// Stochastic momentum index
// The distance of the close from the midpoint of the range of the window, smoothed twice, relative to half that
// range smoothed in the same way, with a signal line; from -100 to 100.
// Source: W. Blau, "Stochastic Momentum", Stocks & Commodities 1993.
// First value: bar period + first + second + signal - 3. Settled after: 8 * (first + second + signal + 3) + period.
const key = 'StochasticMomentumIndex'
const group = 'Oscillators'
const pane = 'study'
const outputs = ['smi', 'signal']
const colors = ['#2962ff', '#ff6d00']
let parts = null

function start(period, first, second, signal) {
  return {
    highs: ring(period),
    lows: ring(period),
    distances: kit.doubleEma(first, second),
    ranges: kit.doubleEma(first, second),
    signal: kit.ema(signal),
  }
}

function reading(period) {
  if (parts.highs.count < period - 1) return null
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, parts.highs.at(k))
    lowest = Math.min(lowest, parts.lows.at(k))
  }
  const distance = parts.distances.next(bar.close - (highest + lowest) / 2)
  const range = parts.ranges.next(highest - lowest)
  if (distance === null) return null
  const smi = range === 0 ? 0 : (200 * distance) / range
  const line = parts.signal.next(smi)
  return line === null ? null : { smi, signal: line }
}

function onTick(period = 13, first = 25, second = 2, signal = 12) {
  parts ??= start(period, first, second, signal)
  const value = reading(period)
  parts.highs.push(bar.high)
  parts.lows.push(bar.low)
  return value
}
