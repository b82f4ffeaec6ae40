// Chaikin money flow
// The volumes of the window, each weighted by where the close lies in its bar, relative to their sum; 0 without
// volume.
// Source: M. Chaikin, in S. B. Achelis, "Technical Analysis from A to Z", 2000.
// First value: bar period.
const key = 'CMF'
const group = 'Volume'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

/** The volume of the bar, positive for a close at the high and negative for one at the low. */
function flow() {
  if (bar.high === bar.low) return 0
  return ((2 * bar.close - bar.low - bar.high) / (bar.high - bar.low)) * bar.volume
}

function start(period) {
  return { flows: kit.sma(period), volumes: kit.sma(period) }
}

function reading() {
  const flows = parts.flows.next(flow())
  const volumes = parts.volumes.next(bar.volume)
  if (flows === null) return null
  return volumes === 0 ? 0 : flows / volumes
}

function onTick(period = 20) {
  parts ??= start(period)
  return reading()
}
