// Average directional movement index
// Wilder's smoothing of the directional movement index: how strong a trend is, whatever its direction.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (ADX).
// First value: bar 2 * period. Settled after: 32 * (period + 1).
const key = 'ADX'
const group = 'Trend'
const pane = 'study'
const colors = ['#2962ff']
let parts = null

function onTick(period = 14) {
  parts ??= { movement: kit.movement(period), average: kit.wilder(period) }
  return parts.movement.next() ? parts.average.next(parts.movement.index) : null
}
