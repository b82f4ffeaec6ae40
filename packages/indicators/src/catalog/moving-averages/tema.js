// Triple exponential moving average of closes
// Three exponential averages one upon the other, put together so that most of the lag cancels out.
// Source: P. G. Mulloy, "Smoothing Data with Less Lag", Stocks & Commodities 1994; as in TA-Lib (TEMA).
// First value: bar 3 * period - 2. Settled after: 24 * (period + 1).
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
  return { once: exponential(period), twice: exponential(period), thrice: exponential(period) }
}

function reading(how) {
  const once = state.once[how](bar.close)
  const twice = once === null ? null : state.twice[how](once)
  const thrice = twice === null ? null : state.thrice[how](twice)
  return thrice === null ? null : 3 * once - 3 * twice + thrice
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}
