// Relative volatility index
// Wilder's index of the standard deviation on rising bars against that on falling ones, from 0 to 100; 50 where
// nothing moves.
// Source: D. Dorsey, "The Relative Volatility Index", Stocks & Commodities 1993.
// First value: bar period + smoothing - 1. Settled after: period + 16 * (smoothing + 1).
const pane = 'study'
const colors = ['#2962ff']
const least = { period: 2 }
let state = null

/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */
function wilder(period) {
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return (last * (period - 1) + value) / period
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

function start(period, smoothing) {
  return { closes: ring(period), ups: wilder(smoothing), downs: wilder(smoothing) }
}

function reading(how, period) {
  const { closes } = state
  if (closes.count < period - 1) return null
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let squares = (bar.close - mean) ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - mean) ** 2
  const deviation = Math.sqrt(squares / period)
  const up = state.ups[how](bar.close > closes.at(0) ? deviation : 0)
  const down = state.downs[how](bar.close < closes.at(0) ? deviation : 0)
  if (up === null) return null
  return up + down === 0 ? 50 : (100 * up) / (up + down)
}

function onTick(period = 10, smoothing = 14) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 10, smoothing = 14) {
  if (state === null) state = start(period, smoothing)
  const value = reading('next', period)
  state.closes.push(bar.close)
  return value
}
