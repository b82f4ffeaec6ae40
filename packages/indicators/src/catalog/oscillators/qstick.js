// QStick
// The simple average of the moves from open to close.
// Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994.
// First value: bar period.
const key = 'QStick'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { average: kit.sma(period) }
}

function reading() {
  return parts.average.next(bar.close - bar.open)
}

function onTick(period = 8) {
  parts ??= start(period)
  return reading()
}
