// Kaufman adaptive moving average of closes
// Fast when the price moves straight and slow when it moves back and forth, between exponential averages of the fast
// and the slow period. It starts from the close before its first value.
// Source: P. J. Kaufman, "Trading Systems and Methods", 1995; the start as in TA-Lib (KAMA).
// First value: bar period + 1. Settled after: 8 * (period + slow + 1).
const key = 'KAMA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

function start(period) {
  return kit.state({ closes: ring(period + 1), average: null })
}

function reading(period, fast, slow) {
  const { closes } = state
  if (closes.count < period) return null
  let path = Math.abs(bar.close - closes.at(0))
  for (let k = 0; k < period - 1; k++) path += Math.abs(closes.at(k) - closes.at(k + 1))
  const distance = Math.abs(bar.close - closes.at(period - 1))
  const efficiency = path === 0 ? 1 : Math.min(1, distance / path)
  const slowest = 2 / (slow + 1)
  const weight = (efficiency * (2 / (fast + 1) - slowest) + slowest) ** 2
  const before = state.average === null ? closes.at(0) : state.average
  return before + weight * (bar.close - before)
}

function onTick(period = 10, fast = 2, slow = 30) {
  state ??= start(period)
  const value = reading(period, fast, slow)
  state.closes.push(bar.close)
  state.average = value
  return value
}
