// Stochastic RSI
// Where the relative strength index lies in its own range of the window, smoothed (k), and the average of that (d),
// from 0 to 100. A range without any width counts as 0.
// Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994; as in TA-Lib (STOCHRSI), smoothed.
// First value: bar rsiPeriod + period + smoothing + signal - 2. Settled after: 16 * (rsiPeriod + 1) + period +
// smoothing + signal.
const pane = 'study'
const outputs = ['k', 'd']
const colors = ['#2962ff', '#ff6d00']
let state = null

/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */
function wilder(period) {
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return (last * (period - 1) + value) / period
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

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

/** Wilder's index of rises and falls: 100 times the average rise over both averages, 0 when nothing moves. */
function strength(period) {
  const rises = wilder(period)
  const falls = wilder(period)
  const index = (how) => (change) => {
    const up = rises[how](Math.max(change, 0))
    const down = falls[how](Math.max(-change, 0))
    if (up === null) return null
    return up + down === 0 ? 0 : (100 * up) / (up + down)
  }
  return { peek: index('peek'), next: index('next') }
}

function start(rsiPeriod, period, smoothing, signal) {
  return {
    index: strength(rsiPeriod),
    indexes: ring(period),
    smooth: simple(smoothing),
    signal: simple(signal),
    last: null,
    present: null,
  }
}

function reading(how, period) {
  if (state.last === null) return null
  const index = state.index[how](bar.close - state.last)
  if (how === 'next') state.present = index
  if (index === null || state.indexes.count < period - 1) return null
  let highest = index
  let lowest = index
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, state.indexes.at(k))
    lowest = Math.min(lowest, state.indexes.at(k))
  }
  const k = state.smooth[how](highest === lowest ? 0 : (100 * (index - lowest)) / (highest - lowest))
  const d = k === null ? null : state.signal[how](k)
  return d === null ? null : { k, d }
}

function onTick(rsiPeriod = 14, period = 14, smoothing = 3, signal = 3) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(rsiPeriod = 14, period = 14, smoothing = 3, signal = 3) {
  if (state === null) state = start(rsiPeriod, period, smoothing, signal)
  const value = reading('next', period)
  state.last = bar.close
  if (state.present !== null) state.indexes.push(state.present)
  return value
}
