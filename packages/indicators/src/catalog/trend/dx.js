// Directional movement index
// The difference of upward and downward movement as a percentage of their sum. The sums start from the movements of the
// first period - 1 bars, which are then smoothed.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (DX).
// First value: bar period + 1. Settled after: 16 * (period + 1).
const key = 'DX'
const group = 'Trend'
const pane = 'study'
const colors = ['#2962ff']
let movement = null

function onTick(period = 14) {
  movement ??= kit.movement(period)
  return movement.next() ? movement.index : null
}
