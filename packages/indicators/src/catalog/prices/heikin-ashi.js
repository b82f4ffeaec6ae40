// Heikin-Ashi candles
// Averaged candles: each opens in the middle of the averaged candle before it and closes at the average of the bar's
// four prices. The first one opens in the middle of its own bar.
// Source: D. Valcu, "Using the Heikin-Ashi Technique", Stocks & Commodities 2004.
// First value: bar 1. Settled after: 40.
const key = 'HeikinAshi'
const group = 'Prices'
const pane = 'overlay'
const outputs = ['open', 'high', 'low', 'close']
const colors = ['#2962ff', '#ff6d00', '#26a69a', '#7e57c2']
let state = null

function start() {
  return kit.state({ open: null, close: null })
}

function reading() {
  const close = (bar.open + bar.high + bar.low + bar.close) / 4
  const open = state.open === null ? (bar.open + bar.close) / 2 : (state.open + state.close) / 2
  return { open, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close), close }
}

function onTick() {
  state ??= start()
  const value = reading()
  state.open = value.open
  state.close = value.close
  return value
}
