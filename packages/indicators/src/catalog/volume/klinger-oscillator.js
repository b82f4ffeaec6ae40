// Klinger volume oscillator
// The fast exponential average of the volume force (volume with the sign of the trend, weighted by the range of the
// bar in the range of the whole move) less the slow one, with a signal line.
// Source: S. J. Klinger, "Identifying Trends with Volume Analysis", Stocks & Commodities 1997.
// First value: bar Math.max(fast, slow) + signal. Settled after: 8 * (Math.max(fast, slow) + signal + 2).
const pane = 'study'
const outputs = ['kvo', 'signal']
const colors = ['#2962ff', '#ff6d00']
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

/** Trend and size of the present move, and the volume force of the bar. */
function force() {
  const sum = bar.high + bar.low + bar.close
  const range = bar.high - bar.low
  let { trend, move } = state
  if (sum > state.sum && trend !== 1) {
    trend = 1
    move = state.range
  } else if (sum < state.sum && trend !== -1) {
    trend = -1
    move = state.range
  }
  move += range
  const strength = move === 0 ? 0 : bar.volume * Math.abs((2 * range) / move - 1) * 100 * trend
  return { trend, move, strength }
}

function start(fast, slow, signal) {
  return {
    quick: exponential(fast),
    calm: exponential(slow),
    signal: exponential(signal),
    sum: null,
    range: 0,
    move: 0,
    trend: 0,
  }
}

function reading(how) {
  if (state.sum === null) return null
  const { trend, move, strength } = force()
  const quick = state.quick[how](strength)
  const calm = state.calm[how](strength)
  if (how === 'next') Object.assign(state, { trend, move })
  if (quick === null || calm === null) return null
  const line = state.signal[how](quick - calm)
  return line === null ? null : { kvo: quick - calm, signal: line }
}

function onTick(fast = 34, slow = 55, signal = 13) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(fast = 34, slow = 55, signal = 13) {
  if (state === null) state = start(fast, slow, signal)
  const value = reading('next')
  state.sum = bar.high + bar.low + bar.close
  state.range = bar.high - bar.low
  return value
}
