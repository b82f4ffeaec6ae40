// Vortex
// Movement from the low before to the high (plus) and from the high before to the low (minus), each in relation to
// the true ranges of the window.
// Source: E. Botes and D. Siepman, "The Vortex Indicator", Stocks & Commodities 2010.
// First value: bar period + 1.
const pane = 'study'
const outputs = ['plus', 'minus']
const colors = ['#089981', '#f23645']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function start(period) {
  return { ups: simple(period), downs: simple(period), ranges: simple(period), high: 0, low: 0, close: null }
}

function reading(how) {
  if (state.close === null) return null
  const up = state.ups[how](Math.abs(bar.high - state.low))
  const down = state.downs[how](Math.abs(bar.low - state.high))
  const range = state.ranges[how](trueRange(state.close))
  if (range === null) return null
  return range === 0 ? { plus: 1, minus: 1 } : { plus: up / range, minus: down / range }
}

function onTick(period = 14) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next')
  state.high = bar.high
  state.low = bar.low
  state.close = bar.close
  return value
}
