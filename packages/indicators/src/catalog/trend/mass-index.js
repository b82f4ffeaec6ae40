// Mass index
// The sum over the period of the ratio of the exponential average of the bar ranges to the average of that average:
// it swells before ranges turn.
// Source: D. Dorsey, "The Mass Index", Stocks & Commodities 1992.
// First value: bar period + 2 * smoothing - 2. Settled after: 16 * (smoothing + 1) + period.
const pane = 'study'
const colors = ['#2962ff']
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

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period, smoothing) {
  return { once: exponential(smoothing), twice: exponential(smoothing), ratios: simple(period) }
}

function reading(how, period) {
  const once = state.once[how](bar.high - bar.low)
  const twice = once === null ? null : state.twice[how](once)
  if (twice === null) return null
  const ratio = state.ratios[how](twice === 0 ? 1 : once / twice)
  return ratio === null ? null : ratio * period
}

function onTick(period = 25, smoothing = 9) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 25, smoothing = 9) {
  if (state === null) state = start(period, smoothing)
  const value = reading('next', period)
  return value
}
