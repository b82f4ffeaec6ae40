// Donchian channel
// The highest high and the lowest low of the last bars, the present one among them, and the middle between them.
// Source: R. D. Donchian, about 1960, "Donchian's 5 and 20 Day Moving Averages", 1974.
// First value: bar period.
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
let state = null

function start(period) {
  return { highs: ring(period), lows: ring(period) }
}

function reading(period) {
  if (state.highs.count < period - 1) return null
  let upper = bar.high
  let lower = bar.low
  for (let k = 0; k < period - 1; k++) {
    upper = Math.max(upper, state.highs.at(k))
    lower = Math.min(lower, state.lows.at(k))
  }
  return { upper, middle: (upper + lower) / 2, lower }
}

function onTick(period = 20) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  return value
}
