// Vortex
// Movement from the low before to the high (plus) and from the high before to the low (minus), each relative to the
// true ranges of the window.
// Source: E. Botes and D. Siepman, "The Vortex Indicator", Stocks & Commodities 2010.
// First value: bar period + 1.
const key = 'Vortex'
const group = 'Trend'
const pane = 'study'
const outputs = ['plus', 'minus']
const colors = ['#089981', '#f23645']
let state = null

function start(period) {
  return kit.state({
    ups: kit.sma(period),
    downs: kit.sma(period),
    ranges: kit.sma(period),
    high: 0,
    low: 0,
    close: null,
  })
}

function reading() {
  if (state.close === null) return null
  const up = state.ups.next(Math.abs(bar.high - state.low))
  const down = state.downs.next(Math.abs(bar.low - state.high))
  const range = state.ranges.next(kit.trueRange(state.close))
  if (range === null) return null
  return range === 0 ? { plus: 1, minus: 1 } : { plus: up / range, minus: down / range }
}

function onTick(period = 14) {
  state ??= start(period)
  const value = reading()
  state.high = bar.high
  state.low = bar.low
  state.close = bar.close
  return value
}
