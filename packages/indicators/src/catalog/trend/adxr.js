// Average directional movement rating
// The midpoint of the current ADX and that of period - 1 bars before.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (ADXR).
// First value: bar 3 * period - 1. Settled after: 32 * (period + 1) + period.
const key = 'ADXR'
const group = 'Trend'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function start(period) {
  return {
    movement: kit.movement(period),
    average: kit.wilder(period),
    past: period === 1 ? null : kit.delay(period - 1),
  }
}

function onTick(period = 14) {
  parts ??= start(period)
  if (!parts.movement.next()) return null
  const present = parts.average.next(parts.movement.index)
  if (present === null) return null
  const before = parts.past === null ? present : parts.past.next(present)
  return before === null ? null : (present + before) / 2
}
