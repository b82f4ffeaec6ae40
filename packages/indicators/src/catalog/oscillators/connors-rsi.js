// Connors RSI
// The average of three: the relative strength index of closes, that of the length of the current streak, and the
// rank of the last change among those before it.
// Source: L. Connors, "An Introduction to ConnorsRSI", 2012.
// First value: bar Math.max(rsiPeriod + 1, streakPeriod + 2, rankPeriod + 2). Settled after: Math.max(16 *
// (rsiPeriod + streakPeriod + 1), rankPeriod + 2).
const key = 'ConnorsRSI'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Bars in a row that closed higher (positive) or lower (negative), including the current one. */
function streakNow() {
  const change = bar.close - state.last
  if (change === 0) return 0
  return change > 0 ? Math.max(state.streak, 0) + 1 : Math.min(state.streak, 0) - 1
}

function changeNow() {
  return state.last === 0 ? 0 : bar.close / state.last - 1
}

function start(rsiPeriod, streakPeriod, rankPeriod) {
  return kit.state({
    closes: kit.strength(rsiPeriod),
    streaks: kit.strength(streakPeriod),
    changes: ring(rankPeriod),
    last: null,
    streak: 0,
    bars: 0,
  })
}

function reading(rankPeriod) {
  if (state.last === null) return null
  const index = state.closes.next(bar.close - state.last)
  const run = state.bars < 2 ? null : state.streaks.next(streakNow() - state.streak)
  if (index === null || run === null || !state.changes.full) return null
  const change = changeNow()
  let lower = 0
  for (let k = 0; k < rankPeriod; k++) if (state.changes.at(k) < change) lower += 1
  return (index + run + (100 * lower) / rankPeriod) / 3
}

function onTick(rsiPeriod = 3, streakPeriod = 2, rankPeriod = 100) {
  state ??= start(rsiPeriod, streakPeriod, rankPeriod)
  const value = reading(rankPeriod)
  if (state.last !== null) {
    state.streak = streakNow()
    state.changes.push(changeNow())
  }
  state.bars += 1
  state.last = bar.close
  return value
}
