// Stochastic RSI
// Where the relative strength index lies in its own range of the window, smoothed (k), and the average of that (d),
// from 0 to 100. A range without width has the value 0.
// Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994; as in TA-Lib (STOCHRSI), smoothed.
// First value: bar rsiPeriod + period + smoothing + signal - 2. Settled after: 16 * (rsiPeriod + 1) + period +
// smoothing + signal.
const key = 'StochasticRSI'
const group = 'Oscillators'
const pane = 'study'
const outputs = ['k', 'd']
const colors = ['#2962ff', '#ff6d00']
let state = null

function start(rsiPeriod, period, smoothing, signal) {
  return kit.state({
    index: kit.strength(rsiPeriod),
    indexes: ring(period),
    smooth: kit.sma(smoothing),
    signal: kit.sma(signal),
    last: null,
    present: null,
  })
}

function reading(period) {
  if (state.last === null) return null
  const index = state.index.next(bar.close - state.last)
  state.present = index
  if (index === null || state.indexes.count < period - 1) return null
  let highest = index
  let lowest = index
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, state.indexes.at(k))
    lowest = Math.min(lowest, state.indexes.at(k))
  }
  // Of an index that stands still, only the last digits differ.
  const dust = 100 * 4 * period * Number.EPSILON
  const k = state.smooth.next(highest - lowest <= dust ? 0 : (100 * (index - lowest)) / (highest - lowest))
  const d = k === null ? null : state.signal.next(k)
  return d === null ? null : { k, d }
}

function onTick(rsiPeriod = 14, period = 14, smoothing = 3, signal = 3) {
  state ??= start(rsiPeriod, period, smoothing, signal)
  const value = reading(period)
  state.last = bar.close
  if (state.present !== null) state.indexes.push(state.present)
  return value
}
