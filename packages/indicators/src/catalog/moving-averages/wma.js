// Weighted moving average of closes
// The newest close weighs period times as much as the oldest, those between them in even steps.
// Source: common knowledge; as in TA-Lib (WMA).
// First value: bar period.
const key = 'WMA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { average: kit.wma(period) }
}

function reading() {
  return parts.average.next(bar.close)
}

function onTick(period = 20) {
  parts ??= start(period)
  return reading()
}
