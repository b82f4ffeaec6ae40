// True strength index
// The change of the close, smoothed twice, as a percentage of its size smoothed in the same way, with a signal line;
// from -100 to 100.
// Source: W. Blau, "True Strength Index", Stocks & Commodities 1991.
// First value: bar slow + fast + signal - 1. Settled after: 8 * (slow + fast + signal + 3).
const key = 'TSI'
const group = 'Oscillators'
const pane = 'study'
const outputs = ['tsi', 'signal']
const colors = ['#2962ff', '#ff6d00']
let state = null

function start(slow, fast, signal) {
  return kit.state({
    changes: kit.doubleEma(slow, fast),
    sizes: kit.doubleEma(slow, fast),
    signal: kit.ema(signal),
    last: null,
  })
}

function reading() {
  if (state.last === null) return null
  const change = state.changes.next(bar.close - state.last)
  const size = state.sizes.next(Math.abs(bar.close - state.last))
  if (change === null) return null
  const tsi = size === 0 ? 0 : (100 * change) / size
  const line = state.signal.next(tsi)
  return line === null ? null : { tsi, signal: line }
}

function onTick(slow = 25, fast = 13, signal = 7) {
  state ??= start(slow, fast, signal)
  const value = reading()
  state.last = bar.close
  return value
}
