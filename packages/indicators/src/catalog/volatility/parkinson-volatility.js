// Parkinson volatility
// Volatility per bar from the logarithmic ranges of high and low; 0.01 is 1 per cent.
// Source: M. Parkinson, "The Extreme Value Method for Estimating the Variance of the Rate of Return", Journal of
// Business 1980.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

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

function start(period) {
  return { squares: simple(period) }
}

function reading(how) {
  const range = bar.low > 0 ? Math.log(bar.high / bar.low) : 0
  const mean = state.squares[how](range * range)
  return mean === null ? null : Math.sqrt(mean / (4 * Math.LN2))
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}
