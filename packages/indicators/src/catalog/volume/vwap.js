// Volume weighted average price
// The average typical price of the day so far, each bar weighted by its volume; days begin at 00:00 UTC. Without any
// volume since then it is the simple average.
// Source: S. A. Berkowitz, D. E. Logue and E. A. Noser, "The Total Cost of Transactions on the NYSE", Journal of
// Finance 1988.
// First value: bar 1. Settled after: 1440.
const key = 'VWAP'
const group = 'Volume'
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

/** Sums since midnight, including the current bar. */
function sums() {
  const day = Math.floor(bar.time / 86_400_000)
  const price = (bar.high + bar.low + bar.close) / 3
  const before = day === state.day ? state : { count: 0, volume: 0, money: 0, sum: 0 }
  return {
    day,
    count: before.count + 1,
    volume: before.volume + bar.volume,
    money: before.money + price * bar.volume,
    sum: before.sum + price,
  }
}

function start() {
  return kit.state({ day: NaN, count: 0, volume: 0, money: 0, sum: 0 })
}

function reading() {
  const present = sums()
  return present.volume > 0 ? present.money / present.volume : present.sum / present.count
}

function onTick() {
  state ??= start()
  const value = reading()
  Object.assign(state, sums())
  return value
}
