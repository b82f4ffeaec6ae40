// Fibonacci pivot points
// Support and resistance of the day at 0.382, 0.618 and 1 times the range of the previous day from its typical
// price. Days begin at 00:00 UTC; days without bars are skipped, and the Sunday hours of forex form a separate day.
// There is no value until one whole day has passed.
// Source: common knowledge.
// First value: bar 2 at the earliest. Settled after: 2880.
const key = 'FibonacciPivots'
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
  const range = high - low
  return {
    pivot,
    r1: pivot + 0.382 * range,
    r2: pivot + 0.618 * range,
    r3: pivot + range,
    s1: pivot - 0.382 * range,
    s2: pivot - 0.618 * range,
    s3: pivot - range,
  }
}
