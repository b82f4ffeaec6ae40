// Triangular moving average of closes
// The closes in the middle of the window weigh most: a simple average of a simple average.
// Source: common knowledge; as in TA-Lib (TRIMA).
// First value: bar period.
const key = 'TRIMA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { first: kit.sma(Math.floor(period / 2) + 1), second: kit.sma(Math.ceil(period / 2)) }
}

function reading() {
  const once = parts.first.next(bar.close)
  return once === null ? null : parts.second.next(once)
}

function onTick(period = 20) {
  parts ??= start(period)
  return reading()
}
