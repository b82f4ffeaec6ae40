// Ulcer index
// How deep and how long closes stay below their highest close: the root of the mean square of the drawdowns in per
// cent.
// Source: P. G. Martin and B. B. McCann, "The Investor's Guide to Fidelity Funds", 1989.
// First value: bar 2 * period - 1.
const pane = 'study'
const colors = ['#2962ff']
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
  return { closes: ring(period), squares: simple(period) }
}

function reading(how, period) {
  const { closes } = state
  if (closes.count < period - 1) return null
  let highest = bar.close
  for (let k = 0; k < period - 1; k++) highest = Math.max(highest, closes.at(k))
  const drawdown = highest === 0 ? 0 : (100 * (highest - bar.close)) / highest
  const mean = state.squares[how](drawdown * drawdown)
  return mean === null ? null : Math.sqrt(mean)
}

function onTick(period = 14) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next', period)
  state.closes.push(bar.close)
  return value
}
