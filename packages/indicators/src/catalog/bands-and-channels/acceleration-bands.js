// Acceleration bands
// Plain averages of highs and lows that are moved apart by a factor times the range of their bar relative to its
// price.
// Source: P. Headley, "Big Trends in Trading", 2002.
// First value: bar period.
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['factor']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return { uppers: simple(period), middles: simple(period), lowers: simple(period) }
}

function reading(how, factor) {
  const sum = bar.high + bar.low
  const width = sum === 0 ? 0 : (factor * (bar.high - bar.low)) / sum
  const upper = state.uppers[how](bar.high * (1 + width))
  const middle = state.middles[how](bar.close)
  const lower = state.lowers[how](bar.low * (1 - width))
  return upper === null ? null : { upper, middle, lower }
}

function onTick(period = 20, factor = 4) {
  return state === null ? null : reading('peek', factor)
}

function onIntervalClose(period = 20, factor = 4) {
  if (state === null) state = start(period)
  const value = reading('next', factor)
  return value
}
