// Directional movement
// How much of the true range was movement upward (plus) and downward (minus), in percent. The sums start from the
// movements of the first period - 1 bars, which are then smoothed.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (PLUS_DI, MINUS_DI).
// First value: bar period + 1. Settled after: 16 * (period + 1).
const key = 'DMI'
const group = 'Trend'
const pane = 'study'
const outputs = ['plus', 'minus']
const colors = ['#089981', '#f23645']
let movement = null

function onTick(period = 14) {
  movement ??= kit.movement(period)
  return movement.next() ? { plus: movement.plus, minus: movement.minus } : null
}
