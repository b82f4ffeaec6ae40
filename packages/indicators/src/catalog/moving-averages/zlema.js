// Zero lag exponential moving average of closes
// An exponential average of closes to which their change over half a period is added, so that the lag cancels out.
// Source: J. F. Ehlers and R. Way, "Zero Lag (Well, Almost)", 2010.
// First value: bar period + Math.floor((period - 1) / 2). Settled after: 8 * (period + 1) + Math.floor((period - 1)
// / 2).
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

function start(period) {
  return { closes: ring(period), average: exponential(period) }
}

function reading(how, period) {
  const lag = Math.floor((period - 1) / 2)
  if (state.closes.count < lag) return null
  const before = lag === 0 ? bar.close : state.closes.at(lag - 1)
  return state.average[how](2 * bar.close - before)
}

function onTick(period = 20) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next', period)
  state.closes.push(bar.close)
  return value
}
