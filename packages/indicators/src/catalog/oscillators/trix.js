// TRIX
// The change from bar to bar of a triple exponential average of closes, in percent.
// Source: J. K. Hutson, "Good TRIX", Stocks & Commodities 1983; as in TA-Lib (TRIX).
// First value: bar 3 * period - 1. Settled after: 24 * (period + 1).
const key = 'TRIX'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return kit.state({
    once: kit.ema(period),
    twice: kit.ema(period),
    thrice: kit.ema(period),
    last: null,
    present: null,
  })
}

function reading() {
  const once = state.once.next(bar.close)
  const twice = once === null ? null : state.twice.next(once)
  const thrice = twice === null ? null : state.thrice.next(twice)
  state.present = thrice
  return state.last === null ? null : 100 * (thrice / state.last - 1)
}

function onTick(period = 15) {
  state ??= start(period)
  const value = reading()
  state.last = state.present
  return value
}
