// Garman-Klass volatility
// Volatility per bar from the logarithms of open, high, low and close; 0.01 is 1%.
// Source: M. B. Garman and M. J. Klass, "On the Estimation of Security Price Volatilities from Historical Data",
// Journal of Business 1980.
// First value: bar period.
const key = 'GarmanKlassVolatility'
const group = 'Volatility'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { terms: kit.sma(period) }
}

function reading() {
  const isPriced = bar.low > 0 && bar.open > 0
  const range = isPriced ? Math.log(bar.high / bar.low) : 0
  const move = isPriced ? Math.log(bar.close / bar.open) : 0
  const mean = parts.terms.next((range * range) / 2 - (2 * Math.LN2 - 1) * move * move)
  return mean === null ? null : Math.sqrt(Math.max(mean, 0))
}

function onTick(period = 20) {
  parts ??= start(period)
  return reading()
}
