// Moving median of closes
// The close in the middle when the closes of the window are sorted: single spikes do not move it.
// Source: J. W. Tukey, "Exploratory Data Analysis", 1977.
// First value: bar period.
const key = 'MovingMedian'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  if (parts.closes.count < period - 1) return null
  const sorted = [bar.close]
  for (let k = 0; k < period - 1; k++) sorted.push(parts.closes.at(k))
  sorted.sort((a, b) => a - b)
  const middle = Math.floor(period / 2)
  return period % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function onTick(period = 21) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
