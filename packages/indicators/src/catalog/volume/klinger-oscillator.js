// Klinger volume oscillator
// The fast exponential average of the volume force (volume with the sign of the trend, weighted by the range of the
// bar in the range of the whole move) minus the slow one, with a signal line. In variant 2 the force is the volume
// alone, positive on a rising typical price and negative on one that does not rise.
// Source: S. J. Klinger, "Identifying Trends with Volume Analysis", Stocks & Commodities 1997.
// First value: bar Math.max(fast, slow) + signal. Settled after: 8 * (Math.max(fast, slow) + signal + 2).
const key = 'KlingerOscillator'
const group = 'Volume'
const pane = 'study'
const outputs = ['kvo', 'signal']
const colors = ['#2962ff', '#ff6d00']
let state = null

/** Trend and size of the current move, and the volume force of the bar. */
function force() {
  const sum = bar.high + bar.low + bar.close
  const range = bar.high - bar.low
  let { trend, move } = state
  if (sum > state.sum && trend !== 1) {
    trend = 1
    move = state.range
  } else if (sum < state.sum && trend !== -1) {
    trend = -1
    move = state.range
  }
  move += range
  const strength = move === 0 ? 0 : bar.volume * Math.abs((2 * range) / move - 1) * 100 * trend
  return { trend, move, strength }
}

function signedVolume() {
  const strength = bar.high + bar.low + bar.close > state.sum ? bar.volume : -bar.volume
  return { trend: state.trend, move: state.move, strength }
}

function start(fast, slow, signal) {
  return kit.state({
    fast: kit.ema(fast),
    slow: kit.ema(slow),
    signal: kit.ema(signal),
    sum: null,
    range: 0,
    move: 0,
    trend: 0,
  })
}

function reading(variant) {
  if (state.sum === null) return null
  const { trend, move, strength } = variant === 2 ? signedVolume() : force()
  const fast = state.fast.next(strength)
  const slow = state.slow.next(strength)
  Object.assign(state, { trend, move })
  if (fast === null || slow === null) return null
  const line = state.signal.next(fast - slow)
  return line === null ? null : { kvo: fast - slow, signal: line }
}

function onTick(fast = 34, slow = 55, signal = 13, variant = 1) {
  state ??= start(fast, slow, signal)
  const value = reading(variant)
  state.sum = bar.high + bar.low + bar.close
  state.range = bar.high - bar.low
  return value
}
