// Moving average convergence divergence
// Both averages start on the bar that fills the slow window, each from the plain average of its own last closes.
// The signal starts from the plain average of the first differences; there is no value before it exists.
// Source: G. Appel, "The Moving Average Convergence-Divergence Trading Method", 1979; as in TA-Lib (MACD).
// First value: bar Math.max(fast, slow) + signal - 1. Settled after: 8 * (fast + slow + signal + 1).
const pane = 'study'
const outputs = ['macd', 'signal', 'histogram']
const colors = ['#2962ff', '#ff6d00', '#26a69a']
let closes = null
let differences = null
// Numbers that change with every bar stand in one object: variables of their own would be stored anew each time.
const averages = { quick: NaN, calm: NaN, trigger: NaN }

function averageOf(window, length) {
  let sum = 0
  for (let k = length - 1; k >= 0; k--) sum += window.at(k)
  return sum / length
}

function follow(average, value, period) {
  return average + (2 / (period + 1)) * (value - average)
}

function onTick(fast = 12, slow = 26, signal = 9) {
  if (Number.isNaN(averages.trigger)) return null
  const short = Math.min(fast, slow)
  const long = Math.max(fast, slow)
  const macd = follow(averages.quick, bar.close, short) - follow(averages.calm, bar.close, long)
  const line = follow(averages.trigger, macd, signal)
  return { macd, signal: line, histogram: macd - line }
}

function onIntervalClose(fast = 12, slow = 26, signal = 9) {
  const short = Math.min(fast, slow)
  const long = Math.max(fast, slow)
  if (closes === null) {
    closes = ring(long)
    differences = ring(signal)
  }
  if (Number.isNaN(averages.calm)) {
    closes.push(bar.close)
    if (!closes.full) return null
    averages.quick = averageOf(closes, short)
    averages.calm = averageOf(closes, long)
  } else {
    averages.quick = follow(averages.quick, bar.close, short)
    averages.calm = follow(averages.calm, bar.close, long)
  }
  const macd = averages.quick - averages.calm
  if (Number.isNaN(averages.trigger)) {
    differences.push(macd)
    if (!differences.full) return null
    averages.trigger = averageOf(differences, signal)
  } else {
    averages.trigger = follow(averages.trigger, macd, signal)
  }
  const { trigger } = averages
  return { macd, signal: trigger, histogram: macd - trigger }
}
