// Average range
// The simple average of the ranges from high to low.
// Source: common knowledge.
// First value: bar period.
const key = 'AverageRange'
const group = 'Volatility'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { average: kit.sma(period) }
}

function reading() {
  return parts.average.next(bar.high - bar.low)
}

function onTick(period = 14) {
  parts ??= start(period)
  return reading()
}
