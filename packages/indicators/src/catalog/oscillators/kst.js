// Know sure thing
// Rates of change over 10, 15, 20 and 30 bars, each smoothed by a plain average (10, 10, 10, 15) and weighted 1 to
// 4, with a signal line.
// Source: M. J. Pring, "Summed Rate of Change (KST)", Stocks & Commodities 1992.
// First value: bar 44 + signal.
const pane = 'study'
const outputs = ['kst', 'signal']
const colors = ['#2962ff', '#ff6d00']
const lengths = [10, 15, 20, 30]
const smoothings = [10, 10, 10, 15]
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

function start(signal) {
  return { closes: ring(30), averages: smoothings.map(simple), signal: simple(signal) }
}

function reading(how) {
  const { closes, averages } = state
  let kst = 0
  let isComplete = true
  for (let at = 0; at < 4; at++) {
    const before = closes.at(lengths[at] - 1)
    // There is no such close yet where it equals nothing, not even itself.
    const average = before === before ? averages[at][how](before === 0 ? 0 : 100 * (bar.close / before - 1)) : null
    if (average === null) isComplete = false
    else kst += (at + 1) * average
  }
  if (!isComplete) return null
  const line = state.signal[how](kst)
  return line === null ? null : { kst, signal: line }
}

function onTick(signal = 9) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(signal = 9) {
  if (state === null) state = start(signal)
  const value = reading('next')
  state.closes.push(bar.close)
  return value
}
