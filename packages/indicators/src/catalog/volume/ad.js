// Accumulation and distribution
// The running sum of volumes, each weighted by where the close lies between low (-1) and high (1).
// Source: M. Chaikin, in S. B. Achelis, "Technical Analysis from A to Z", 2000; as in TA-Lib (AD).
// First value: bar 1.
const key = 'AD'
const group = 'Volume'
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** The volume of the bar, positive for a close at the high and negative for one at the low. */
function flow() {
  if (bar.high === bar.low) return 0
  return ((2 * bar.close - bar.low - bar.high) / (bar.high - bar.low)) * bar.volume
}

function start() {
  return kit.state({ sum: 0 })
}

function reading() {
  return state.sum + flow()
}

function onTick() {
  state ??= start()
  const value = reading()
  state.sum = value
  return value
}
