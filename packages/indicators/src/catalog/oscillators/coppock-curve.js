// Coppock curve
// The weighted average of two rates of change added up, made for monthly bars of share indices.
// Source: E. S. C. Coppock, "Realistic Stock Market Timing", Barron's 1962.
// First value: bar Math.max(short, long) + period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Average in which the newest value weighs most. `peek` tells what `next` would give, and changes nothing. */
function weighted(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value * period
    for (let k = 0; k < period - 1; k++) sum += window.at(k) * (period - 1 - k)
    return (2 * sum) / (period * (period + 1))
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(short, long, period) {
  return { closes: ring(Math.max(short, long)), average: weighted(period) }
}

function reading(how, short, long) {
  const { closes } = state
  if (!closes.full) return null
  const [near, far] = [closes.at(short - 1), closes.at(long - 1)]
  return state.average[how](near === 0 || far === 0 ? 0 : 100 * (bar.close / near + bar.close / far - 2))
}

function onTick(short = 11, long = 14, period = 10) {
  return state === null ? null : reading('peek', short, long)
}

function onIntervalClose(short = 11, long = 14, period = 10) {
  if (state === null) state = start(short, long, period)
  const value = reading('next', short, long)
  state.closes.push(bar.close)
  return value
}
