// Moving average convergence divergence
// Both averages start on the bar that fills the slow window, each from the simple average of its own last closes.
// The signal starts from the simple average of the first differences; there is no value before it exists.
// Source: G. Appel, "The Moving Average Convergence-Divergence Trading Method", 1979; as in TA-Lib (MACD).
// First value: bar Math.max(fast, slow) + signal - 1. Settled after: 8 * (fast + slow + signal + 1).
const key = 'MACD'
const group = 'Oscillators'
const pane = 'study'
const outputs = ['macd', 'signal', 'histogram']
const colors = ['#2962ff', '#ff6d00', '#26a69a']
// Numbers that change with every bar are fields of one object: separate variables would be boxed on every write.
const state = kit.state({ bars: 0, fast: 0, slow: 0, differences: 0, signal: 0 })
// One object for all values: a new one per bar would become garbage at once.
const lines = { macd: NaN, signal: NaN, histogram: NaN }

function follow(average, value, period) {
  return average + (2 / (period + 1)) * (value - average)
}

/** The bars up to the one that brings the first signal. */
function start(short, long, signal) {
  state.bars += 1
  if (state.bars <= long) {
    if (state.bars > long - short) state.fast += bar.close
    state.slow += bar.close
    if (state.bars < long) return null
    state.fast /= short
    state.slow /= long
  } else {
    state.fast = follow(state.fast, bar.close, short)
    state.slow = follow(state.slow, bar.close, long)
  }
  state.signal += state.fast - state.slow
  state.differences += 1
  if (state.differences < signal) return null
  state.signal /= signal
  return show(state.fast - state.slow)
}

function show(macd) {
  lines.macd = macd
  lines.signal = state.signal
  lines.histogram = macd - state.signal
  return lines
}

function onTick(fast = 12, slow = 26, signal = 9) {
  const short = fast < slow ? fast : slow
  const long = fast < slow ? slow : fast
  if (state.differences < signal) return start(short, long, signal)
  state.fast = follow(state.fast, bar.close, short)
  state.slow = follow(state.slow, bar.close, long)
  const macd = state.fast - state.slow
  state.signal = follow(state.signal, macd, signal)
  return show(macd)
}
