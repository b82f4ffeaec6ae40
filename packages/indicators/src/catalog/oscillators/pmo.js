// Price momentum oscillator
// The change of the close in percent, smoothed twice and multiplied by 10, with a signal line. The weights of the
// smoothings are 2 / long and 2 / smoothing, as their author defines them.
// Source: C. Swenlin, DecisionPoint Price Momentum Oscillator, about 1998.
// First value: bar long + smoothing + signal - 3. Settled after: 8 * (long + smoothing + signal + 3).
const key = 'PMO'
const group = 'Oscillators'
const pane = 'study'
const outputs = ['pmo', 'signal']
const colors = ['#2962ff', '#ff6d00']
const minimum = { long: 2, smoothing: 2 }
const state = kit.state({ last: NaN })
let parts = null

function onTick(long = 35, smoothing = 20, signal = 10) {
  // An exponential average of n - 1 bars has the weight 2 / n.
  parts ??= { changes: kit.doubleEma(long - 1, smoothing - 1), signal: kit.ema(signal) }
  const { last } = state
  state.last = bar.close
  if (Number.isNaN(last)) return null
  const average = parts.changes.next(last === 0 ? 0 : 100 * (bar.close / last - 1))
  if (average === null) return null
  const line = parts.signal.next(10 * average)
  return line === null ? null : { pmo: 10 * average, signal: line }
}
