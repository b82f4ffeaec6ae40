// Money flow index
// Price times volume of the bars whose typical price rose, as a percentage of that of rising and falling bars; 0 if
// there are none.
// Source: G. Quong and A. Soudack, "Volume-Weighted RSI: Money Flow", Stocks & Commodities 1989; as in TA-Lib (MFI).
// First value: bar period + 1.
const key = 'MFI'
const group = 'Volume'
const pane = 'study'
const colors = ['#2962ff']
let state = null

function typical() {
  return (bar.high + bar.low + bar.close) / 3
}

/** Money flow of the current bar if its typical price rose (1) or fell (-1). */
function flow(side) {
  return Math.sign(typical() - state.last) === side ? typical() * bar.volume : 0
}

function start(period) {
  return kit.state({ ups: ring(period), downs: ring(period), last: null })
}

function reading(period) {
  if (state.last === null || state.ups.count < period - 1) return null
  let up = flow(1)
  let down = flow(-1)
  for (let k = 0; k < period - 1; k++) {
    up += state.ups.at(k)
    down += state.downs.at(k)
  }
  return up + down === 0 ? 0 : (100 * up) / (up + down)
}

function onTick(period = 14) {
  state ??= start(period)
  const value = reading(period)
  if (state.last !== null) {
    state.ups.push(flow(1))
    state.downs.push(flow(-1))
  }
  state.last = typical()
  return value
}
