// Volume weighted moving average of closes
// Each close weighs as much as the volume of its bar. There is no value where the window has no volume.
// Source: common knowledge, for example R. W. Colby, "The Encyclopedia of Technical Market Indicators", 2003.
// First value: bar period.
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period), volumes: ring(period) }
}

function reading(period) {
  const { closes, volumes } = state
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
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  state.volumes.push(bar.volume)
  return value
}
