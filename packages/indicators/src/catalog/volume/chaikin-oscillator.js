// Chaikin oscillator
// The fast exponential average of accumulation and distribution less the slow one; as in TA-Lib both start from its
// first value.
// Source: M. Chaikin, in S. B. Achelis, "Technical Analysis from A to Z", 2000; as in TA-Lib (ADOSC).
// First value: bar Math.max(fast, slow). Settled after: 8 * (Math.max(fast, slow) + 1).
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** The volume of the bar, positive for a close at the high and negative for one at the low. */
function flow() {
  if (bar.high === bar.low) return 0
  return ((2 * bar.close - bar.low - bar.high) / (bar.high - bar.low)) * bar.volume
}

function follow(average, sum, period) {
  return average === null ? sum : average + (2 / (period + 1)) * (sum - average)
}

function start() {
  return { count: 0, sum: 0, quick: null, calm: null }
}

function reading(how, fast, slow) {
  const sum = state.sum + flow()
  const quick = follow(state.quick, sum, fast)
  const calm = follow(state.calm, sum, slow)
  const isReady = state.count >= Math.max(fast, slow) - 1
  if (how === 'next') Object.assign(state, { count: state.count + 1, sum, quick, calm })
  return isReady ? quick - calm : null
}

function onTick(fast = 3, slow = 10) {
  return state === null ? null : reading('peek', fast, slow)
}

function onIntervalClose(fast = 3, slow = 10) {
  if (state === null) state = start()
  const value = reading('next', fast, slow)
  return value
}
