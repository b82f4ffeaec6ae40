// Coppock curve
// The weighted average of two rates of change added up, made for monthly bars of share indices.
// Source: E. S. C. Coppock, "Realistic Stock Market Timing", Barron's 1962.
// First value: bar Math.max(short, long) + period.
const key = 'CoppockCurve'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(short, long, period) {
  return { closes: ring(Math.max(short, long)), average: kit.wma(period) }
}

function reading(short, long) {
  const { closes } = parts
  if (!closes.full) return null
  const [near, far] = [closes.at(short - 1), closes.at(long - 1)]
  return parts.average.next(near === 0 || far === 0 ? 0 : 100 * (bar.close / near + bar.close / far - 2))
}

function onTick(short = 11, long = 14, period = 10) {
  parts ??= start(short, long, period)
  const value = reading(short, long)
  parts.closes.push(bar.close)
  return value
}
