// Parabolic stop and reverse
// A stop that follows price faster with every new extreme and turns when it is touched. The first direction is that
// of the larger movement of the first two bars, upward when they are equal.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (SAR).
// First value: bar 2. Settled after: 200.
const key = 'ParabolicSAR'
const group = 'Trend'
const pane = 'overlay'
const colors = ['#2962ff']
const fractions = ['step', 'limit']
let state = null

/** The first direction comes from two bars; the stop starts at the far end of the first one. */
function begin(step, limit) {
  const down = state.low - bar.low
  const isLong = !(down > 0 && down > bar.high - state.high)
  const stop = isLong ? state.low : state.high
  return turnOrGo({ isLong, stop, extreme: isLong ? bar.high : bar.low, weight: Math.min(step, limit) }, step, limit)
}

/** The effect of the current bar on the stop; `shown` is its value for this bar, the rest applies to the next one. */
function turnOrGo(trail, step, limit) {
  const { isLong, stop, extreme, weight } = trail
  const highest = Math.max(bar.high, state.high)
  const lowest = Math.min(bar.low, state.low)
  if (isLong ? bar.low <= stop : bar.high >= stop) {
    const shown = isLong ? Math.max(extreme, highest) : Math.min(extreme, lowest)
    const best = isLong ? bar.low : bar.high
    const first = Math.min(step, limit)
    const next = shown + first * (best - shown)
    const kept = isLong ? Math.max(next, highest) : Math.min(next, lowest)
    return { shown, isLong: !isLong, stop: kept, extreme: best, weight: first }
  }
  const isNew = isLong ? bar.high > extreme : bar.low < extreme
  const best = isNew ? (isLong ? bar.high : bar.low) : extreme
  const faster = isNew ? Math.min(weight + step, limit) : weight
  const next = stop + faster * (best - stop)
  const kept = isLong ? Math.min(next, lowest) : Math.max(next, highest)
  return { shown: stop, isLong, stop: kept, extreme: best, weight: faster }
}

function start() {
  return kit.state({ trail: null, high: null, low: null })
}

function reading(step, limit) {
  if (state.high === null) return null
  const present = state.trail === null ? begin(step, limit) : turnOrGo(state.trail, step, limit)
  state.trail = present
  return present.shown
}

function onTick(step = 0.02, limit = 0.2) {
  state ??= start()
  const value = reading(step, limit)
  state.high = bar.high
  state.low = bar.low
  return value
}
