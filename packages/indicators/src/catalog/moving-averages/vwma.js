// Volume weighted moving average of closes
// Each close weighs as much as the volume of its bar. There is no value where the window has no volume.
// Source: common knowledge, for example R. W. Colby, "The Encyclopedia of Technical Market Indicators", 2003.
// First value: bar period.
const key = 'VWMA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { closes: ring(period), volumes: ring(period) }
}

function reading(period) {
  const { closes, volumes } = parts
  if (closes.count < period - 1) return null
  let volume = bar.volume
  let sum = bar.close * bar.volume
  for (let k = 0; k < period - 1; k++) {
    volume += volumes.at(k)
    sum += closes.at(k) * volumes.at(k)
  }
  return volume > 0 ? sum / volume : null
}

function onTick(period = 20) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  parts.volumes.push(bar.volume)
  return value
}
