// Ultimate oscillator
// Buying pressure (the close above the true low) relative to the true range over three windows, weighted 4, 2 and 1,
// from 0 to 100.
// Source: L. Williams, "The Ultimate Oscillator", Stocks & Commodities 1985; as in TA-Lib (ULTOSC).
// First value: bar Math.max(short, middle, long) + 1.
const key = 'UltimateOscillator'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let state = null

function pressure() {
  return bar.close - Math.min(bar.low, state.last)
}

function trueRange() {
  return Math.max(bar.high, state.last) - Math.min(bar.low, state.last)
}

function part(period) {
  let up = pressure()
  let whole = trueRange()
  for (let k = 0; k < period - 1; k++) {
    up += state.pressures.at(k)
    whole += state.ranges.at(k)
  }
  return whole === 0 ? 0 : up / whole
}

function start(short, middle, long) {
  return kit.state({
    pressures: ring(Math.max(short, middle, long)),
    ranges: ring(Math.max(short, middle, long)),
    last: null,
  })
}

function reading(short, middle, long) {
  if (state.last === null || state.ranges.count < Math.max(short, middle, long) - 1) return null
  return (100 * (4 * part(short) + 2 * part(middle) + part(long))) / 7
}

function onTick(short = 7, middle = 14, long = 28) {
  state ??= start(short, middle, long)
  const value = reading(short, middle, long)
  if (state.last !== null) {
    state.pressures.push(pressure())
    state.ranges.push(trueRange())
  }
  state.last = bar.close
  return value
}
