// Alligator
// Three smoothed averages of median prices, moved 8, 5 and 3 bars forward: the value of a bar is what was known that
// many bars before.
// Source: B. Williams, "Trading Chaos", 1995.
// First value: bar Math.max(jaw + 8, teeth + 5, lips + 3). Settled after: 16 * (Math.max(jaw, teeth, lips) + 1) + 8.
const pane = 'overlay'
const outputs = ['jaw', 'teeth', 'lips']
const colors = ['#2962ff', '#f23645', '#089981']
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

/** A smoothed average as it was some bars ago. */
function moved(period, bars) {
  const average = wilder(period)
  const past = ring(bars)
  return {
    peek: () => (past.full ? past.at(bars - 1) : null),
    next(value) {
      const result = past.full ? past.at(bars - 1) : null
      const present = average.next(value)
      if (present !== null) past.push(present)
      return result
    },
  }
}

function start(jaw, teeth, lips) {
  return { jaw: moved(jaw, 8), teeth: moved(teeth, 5), lips: moved(lips, 3) }
}

function reading(how) {
  const price = (bar.high + bar.low) / 2
  const jaw = state.jaw[how](price)
  const teeth = state.teeth[how](price)
  const lips = state.lips[how](price)
  return jaw === null || teeth === null || lips === null ? null : { jaw, teeth, lips }
}

function onTick(jaw = 13, teeth = 8, lips = 5) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(jaw = 13, teeth = 8, lips = 5) {
  if (state === null) state = start(jaw, teeth, lips)
  const value = reading('next')
  return value
}
