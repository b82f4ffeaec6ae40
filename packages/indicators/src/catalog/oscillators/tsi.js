// True strength index
// The change of the close, smoothed twice, in per cent of its size smoothed in the same way, with a signal line;
// from -100 to 100.
// Source: W. Blau, "True Strength Index", Stocks & Commodities 1991.
// First value: bar slow + fast + signal - 1. Settled after: 8 * (slow + fast + signal + 3).
const pane = 'study'
const outputs = ['tsi', 'signal']
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

/** An exponential average of an exponential average. */
function smoothed(slow, fast) {
  const first = exponential(slow)
  const second = exponential(fast)
  const through = (how) => (value) => {
    const once = first[how](value)
    return once === null ? null : second[how](once)
  }
  return { peek: through('peek'), next: through('next') }
}

function start(slow, fast, signal) {
  return { changes: smoothed(slow, fast), sizes: smoothed(slow, fast), signal: exponential(signal), last: null }
}

function reading(how) {
  if (state.last === null) return null
  const change = state.changes[how](bar.close - state.last)
  const size = state.sizes[how](Math.abs(bar.close - state.last))
  if (change === null) return null
  const tsi = size === 0 ? 0 : (100 * change) / size
  const line = state.signal[how](tsi)
  return line === null ? null : { tsi, signal: line }
}

function onTick(slow = 25, fast = 13, signal = 7) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(slow = 25, fast = 13, signal = 7) {
  if (state === null) state = start(slow, fast, signal)
  const value = reading('next')
  state.last = bar.close
  return value
}
