// Parkinson volatility
// Volatility per bar from the logarithmic ranges of high and low; 0.01 is 1%.
// Source: M. Parkinson, "The Extreme Value Method for Estimating the Variance of the Rate of Return", Journal of
// Business 1980.
// First value: bar period.
const key = 'ParkinsonVolatility'
const group = 'Volatility'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { squares: kit.sma(period) }
}

function reading() {
  const range = bar.low > 0 ? Math.log(bar.high / bar.low) : 0
  const mean = parts.squares.next(range * range)
  return mean === null ? null : Math.sqrt(mean / (4 * Math.LN2))
}

function onTick(period = 20) {
  parts ??= start(period)
  return reading()
}
