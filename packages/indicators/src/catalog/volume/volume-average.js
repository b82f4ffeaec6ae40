// Average volume
// The simple average of the volumes of the last bars.
// Source: common knowledge.
// First value: bar period.
const key = 'VolumeAverage'
const group = 'Volume'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { average: kit.sma(period) }
}

function reading() {
  return parts.average.next(bar.volume)
}

function onTick(period = 20) {
  parts ??= start(period)
  return reading()
}
