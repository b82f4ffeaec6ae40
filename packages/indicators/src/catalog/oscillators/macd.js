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
const averages = { quick: NaN, calm: NaN }
const weights = { quick: NaN, calm: NaN, trigger: NaN }
// One object for all values: a new one for each bar would be cleared away at once.
const lines = { macd: NaN, signal: NaN, histogram: NaN }

function averageOf(window, length) {
  let sum = 0
  for (let k = length - 1; k >= 0; k--) sum += window.at(k)
  return sum / length
}

function follow(average, value, weight) {
  return average + weight * (value - average)
}

function onTick(fast = 12, slow = 26, signal = 9) {
  if (Number.isNaN(lines.signal)) return null
  const quick = follow(averages.quick, bar.close, weights.quick)
  const calm = follow(averages.calm, bar.close, weights.calm)
  const macd = quick - calm
  const line = follow(lines.signal, macd, weights.trigger)
  return { macd, signal: line, histogram: macd - line }
}

/** The bars up to the one that fills the slow window. */
function start(short, long, signal) {
  if (closes === null) {
    closes = ring(long)
    differences = ring(signal)
    weights.quick = 2 / (short + 1)
    weights.calm = 2 / (long + 1)
    weights.trigger = 2 / (signal + 1)
  }
  closes.push(bar.close)
  if (!closes.full) return
  averages.quick = averageOf(closes, short)
  averages.calm = averageOf(closes, long)
}

function onIntervalClose(fast = 12, slow = 26, signal = 9) {
  if (Number.isNaN(averages.calm)) {
    start(Math.min(fast, slow), Math.max(fast, slow), signal)
    if (!closes.full) return null
  } else {
    averages.quick = follow(averages.quick, bar.close, weights.quick)
    averages.calm = follow(averages.calm, bar.close, weights.calm)
  }
  const macd = averages.quick - averages.calm
  if (Number.isNaN(lines.signal)) {
    differences.push(macd)
    if (!differences.full) return null
    lines.signal = averageOf(differences, signal)
  } else {
    lines.signal = follow(lines.signal, macd, weights.trigger)
  }
  lines.macd = macd
  lines.histogram = macd - lines.signal
  return lines
}
