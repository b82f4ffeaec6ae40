// Average true range
// Starts as the simple average of the first true ranges, then follows Wilder's smoothing. The first bar has no true
// range, because it has no previous close.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (ATR).
// First value: bar period + 1. Settled after: 16 * (period + 1).
const key = 'ATR'
const group = 'Volatility'
const pane = 'study'
const colors = ['#b71c1c']
// Numbers that change with every bar are fields of one object: separate variables would be boxed on every write.
const state = kit.state({ ranges: -1, last: NaN, average: NaN })

function start(period, range) {
  state.ranges += 1
  if (state.ranges === 0) state.average = 0
  else state.average += range / period
}

function onTick(period = 14) {
  const range = kit.trueRange(state.last)
  state.last = bar.close
  if (state.ranges < period) start(period, range)
  else state.average = (state.average * (period - 1) + range) / period
  return state.ranges < period ? NaN : state.average
}
