// Chaikin oscillator
// The fast exponential average of accumulation and distribution minus the slow one; as in TA-Lib both start from its
// first value.
// Source: M. Chaikin, in S. B. Achelis, "Technical Analysis from A to Z", 2000; as in TA-Lib (ADOSC).
// First value: bar Math.max(fast, slow). Settled after: 8 * (Math.max(fast, slow) + 1).
const key = 'ChaikinOscillator'
const group = 'Volume'
const pane = 'study'
const colors = ['#2962ff']
const state = kit.state({ count: 0, sum: 0, fast: null, slow: null })

/** The volume of the bar, positive for a close at the high and negative for one at the low. */
function flow() {
  if (bar.high === bar.low) return 0
  return ((2 * bar.close - bar.low - bar.high) / (bar.high - bar.low)) * bar.volume
}

function follow(average, sum, period) {
  return average === null ? sum : average + (2 / (period + 1)) * (sum - average)
}

function onTick(fast = 3, slow = 10) {
  state.count += 1
  state.sum += flow()
  state.fast = follow(state.fast, state.sum, fast)
  state.slow = follow(state.slow, state.sum, slow)
  return state.count < Math.max(fast, slow) ? null : state.fast - state.slow
}
