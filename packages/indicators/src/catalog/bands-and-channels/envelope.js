// Moving average envelope
// The simple average of closes and lines a number of percent above and below it.
// Source: common knowledge, for example S. B. Achelis, "Technical Analysis from A to Z", 2000.
// First value: bar period.
const key = 'Envelope'
const group = 'Bands and channels'
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['percent']
let parts = null

function start(period) {
  return { average: kit.sma(period) }
}

function reading(percent) {
  const middle = parts.average.next(bar.close)
  if (middle === null) return null
  return { upper: middle * (1 + percent / 100), middle, lower: middle * (1 - percent / 100) }
}

function onTick(period = 20, percent = 2.5) {
  parts ??= start(period)
  return reading(percent)
}
