// Woodie pivot points
// Support and resistance of the day from high and low of the previous day and the open of the current day, which
// counts twice. Days begin at 00:00 UTC; days without bars are skipped, and the Sunday hours of forex form a
// separate day. There is no value until one whole day has passed.
// Source: K. Wood, "Woodie's pivots", about 2000.
// First value: bar 2 at the earliest. Settled after: 2880.
const key = 'WoodiePivots'
const group = 'Levels and swings'
const pane = 'overlay'
const outputs = ['pivot', 'r1', 'r2', 's1', 's2']
const colors = ['#ff6d00', '#f23645', '#b71c1c', '#089981', '#00695c']
const days = kit.days()

function onTick() {
  const past = days.next()
  if (past === null) return null
  const { high, low } = past
  const pivot = (high + low + 2 * days.open) / 4
  return {
    pivot,
    r1: 2 * pivot - low,
    r2: pivot + high - low,
    s1: 2 * pivot - high,
    s2: pivot - high + low,
  }
}
