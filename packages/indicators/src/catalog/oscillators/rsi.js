// Relative strength index
// Average gain and loss start as simple averages of the first changes, then follow Wilder's smoothing. A market
// without movement has the value 0.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (RSI).
// First value: bar period + 1. Settled after: 16 * (period + 1).
const key = 'RSI'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#7e57c2']
// Numbers that change with every bar are fields of one object: separate variables would be boxed on every write.
const state = kit.state({ changes: -1, last: NaN, gain: NaN, loss: NaN })

function index(up, down) {
  return up + down === 0 ? 0 : (100 * up) / (up + down)
}

function start(period, up, down) {
  if (state.changes === 0) {
    state.gain = 0
    state.loss = 0
  } else {
    state.gain += up / period
    state.loss += down / period
  }
}

function onTick(period = 14) {
  const change = bar.close - state.last
  const up = change > 0 ? change : 0
  const down = change < 0 ? -change : 0
  state.last = bar.close
  if (state.changes >= period) {
    state.gain = (state.gain * (period - 1) + up) / period
    state.loss = (state.loss * (period - 1) + down) / period
    return index(state.gain, state.loss)
  }
  state.changes += 1
  start(period, up, down)
  return state.changes < period ? NaN : index(state.gain, state.loss)
}
