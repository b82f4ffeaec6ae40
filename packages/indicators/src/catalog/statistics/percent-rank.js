// Percent rank of closes
// Percentage of the earlier closes in the period that are below the current one.
// Source: common knowledge.
// First value: bar period + 1.
const key = 'PercentRank'
const group = 'Statistics'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  if (!parts.closes.full) return null
  let lower = 0
  for (let k = 0; k < period; k++) if (parts.closes.at(k) < bar.close) lower += 1
  return (100 * lower) / period
}

function onTick(period = 100) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
