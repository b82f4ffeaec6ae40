// Pivot points
// Support and resistance of the day from high, low and close of the previous day. Days begin at 00:00 UTC; days
// without bars are skipped, and the Sunday hours of forex form a separate day. There is no value until one whole day
// has passed.
// Source: common knowledge, for example J. L. Person, "A Complete Guide to Technical Trading Tactics", 2004.
// First value: bar 2 at the earliest. Settled after: 2880.
const key = 'PivotPoints'
const group = 'Levels and swings'
const pane = 'overlay'
const outputs = ['pivot', 'r1', 'r2', 'r3', 's1', 's2', 's3']
const colors = ['#ff6d00', '#f23645', '#b71c1c', '#880e4f', '#089981', '#00695c', '#1b5e20']
const days = kit.days()

function onTick() {
  const past = days.next()
  if (past === null) return null
  const { high, low, close } = past
  const pivot = (high + low + close) / 3
  return {
    pivot,
    r1: 2 * pivot - low,
    r2: pivot + high - low,
    r3: high + 2 * (pivot - low),
    s1: 2 * pivot - high,
    s2: pivot - high + low,
    s3: low - 2 * (high - pivot),
  }
}
