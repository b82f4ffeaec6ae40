// Connors RSI
// The average of three: the relative strength index of closes, that of the length of the present streak, and the
// rank of the last change among those before it.
// Source: L. Connors, "An Introduction to ConnorsRSI", 2012.
// First value: bar Math.max(rsiPeriod + 1, streakPeriod + 2, rankPeriod + 2). Settled after: Math.max(16 *
// (rsiPeriod + streakPeriod + 1), rankPeriod + 2).
const pane = 'study'
const colors = ['#2962ff']
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

/** Bars in a row that closed higher (positive) or lower (negative), the present one among them. */
function streakNow() {
  const change = bar.close - state.last
  if (change === 0) return 0
  return change > 0 ? Math.max(state.streak, 0) + 1 : Math.min(state.streak, 0) - 1
}

function changeNow() {
  return state.last === 0 ? 0 : bar.close / state.last - 1
}

function start(rsiPeriod, streakPeriod, rankPeriod) {
  return {
    closes: strength(rsiPeriod),
    streaks: strength(streakPeriod),
    changes: ring(rankPeriod),
    last: null,
    streak: 0,
    bars: 0,
  }
}

function reading(how, rankPeriod) {
  if (state.last === null) return null
  const index = state.closes[how](bar.close - state.last)
  const run = state.bars < 2 ? null : state.streaks[how](streakNow() - state.streak)
  if (index === null || run === null || !state.changes.full) return null
  const change = changeNow()
  let lower = 0
  for (let k = 0; k < rankPeriod; k++) if (state.changes.at(k) < change) lower += 1
  return (index + run + (100 * lower) / rankPeriod) / 3
}

function onTick(rsiPeriod = 3, streakPeriod = 2, rankPeriod = 100) {
  return state === null ? null : reading('peek', rankPeriod)
}

function onIntervalClose(rsiPeriod = 3, streakPeriod = 2, rankPeriod = 100) {
  if (state === null) state = start(rsiPeriod, streakPeriod, rankPeriod)
  const value = reading('next', rankPeriod)
  if (state.last !== null) {
    state.streak = streakNow()
    state.changes.push(changeNow())
  }
  state.bars += 1
  state.last = bar.close
  return value
}
