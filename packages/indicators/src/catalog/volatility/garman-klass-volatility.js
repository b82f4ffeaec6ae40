// Garman-Klass volatility
// Volatility per bar from the logarithms of open, high, low and close; 0.01 is 1 per cent.
// Source: M. B. Garman and M. J. Klass, "On the Estimation of Security Price Volatilities from Historical Data",
// Journal of Business 1980.
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
  return { terms: simple(period) }
}

function reading(how) {
  const isPriced = bar.low > 0 && bar.open > 0
  const range = isPriced ? Math.log(bar.high / bar.low) : 0
  const move = isPriced ? Math.log(bar.close / bar.open) : 0
  const mean = state.terms[how]((range * range) / 2 - (2 * Math.LN2 - 1) * move * move)
  return mean === null ? null : Math.sqrt(Math.max(mean, 0))
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}
