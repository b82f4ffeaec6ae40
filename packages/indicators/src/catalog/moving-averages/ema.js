// Exponential moving average of closes
// It starts from the simple average of the first closes; from then on each close weighs 2 / (period + 1).
// Source: P. N. Haurlan, "Measuring Trend Values", 1968; the start as in TA-Lib (EMA).
// First value: bar period. Settled after: 8 * (period + 1).
const key = 'EMA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#ff6d00']
// Numbers that change with every bar are fields of one object: separate variables would be boxed on every write.
const state = kit.state({ count: 0, weight: NaN, average: NaN })
let first = null

function start(period) {
  first ??= ring(period)
  first.push(bar.close)
  state.count += 1
  state.weight = 2 / (period + 1)
  if (first.full) state.average = first.mean()
}

function onTick(period = 20) {
  if (state.count < period) start(period)
  else state.average += state.weight * (bar.close - state.average)
  return state.average
}
