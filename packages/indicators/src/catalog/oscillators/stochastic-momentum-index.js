// Stochastic momentum index
// The distance of the close from the middle of the range of the window, smoothed twice, in relation to half that
// range smoothed in the same way, with a signal line; from -100 to 100.
// Source: W. Blau, "Stochastic Momentum", Stocks & Commodities 1993.
// First value: bar period + first + second + signal - 3. Settled after: 8 * (first + second + signal + 3) + period.
const pane = 'study'
const outputs = ['smi', 'signal']
const colors = ['#2962ff', '#ff6d00']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** An exponential average of an exponential average. */
function smoothed(first, second) {
  const once = exponential(first)
  const twice = exponential(second)
  const through = (how) => (value) => {
    const average = once[how](value)
    return average === null ? null : twice[how](average)
  }
  return { peek: through('peek'), next: through('next') }
}

function start(period, first, second, signal) {
  return {
    highs: ring(period),
    lows: ring(period),
    distances: smoothed(first, second),
    ranges: smoothed(first, second),
    signal: exponential(signal),
  }
}

function reading(how, period) {
  if (state.highs.count < period - 1) return null
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, state.highs.at(k))
    lowest = Math.min(lowest, state.lows.at(k))
  }
  const distance = state.distances[how](bar.close - (highest + lowest) / 2)
  const range = state.ranges[how](highest - lowest)
  if (distance === null) return null
  const smi = range === 0 ? 0 : (200 * distance) / range
  const line = state.signal[how](smi)
  return line === null ? null : { smi, signal: line }
}

function onTick(period = 13, first = 25, second = 2, signal = 12) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 13, first = 25, second = 2, signal = 12) {
  if (state === null) state = start(period, first, second, signal)
  const value = reading('next', period)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  return value
}
