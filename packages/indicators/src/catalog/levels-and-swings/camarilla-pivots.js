// Camarilla pivot points
// Four levels on either side of the close of the previous day at 1.1 times parts of its range. Days begin at 00:00
// UTC; days without bars are skipped, and the Sunday hours of forex form a separate day. There is no value until one
// whole day has passed.
// Source: N. Scott, the Camarilla equation, 1989.
// First value: bar 2 at the earliest. Settled after: 2880.
const key = 'CamarillaPivots'
const group = 'Levels and swings'
const pane = 'overlay'
const outputs = ['pivot', 'r1', 'r2', 'r3', 'r4', 's1', 's2', 's3', 's4']
const colors = ['#ff6d00', '#f23645', '#b71c1c', '#880e4f', '#4a148c', '#089981', '#00695c', '#1b5e20', '#33691e']
const days = kit.days()

function onTick() {
  const past = days.next()
  if (past === null) return null
  const { high, low, close } = past
  const part = (1.1 * (high - low)) / 12
  return {
    pivot: (high + low + close) / 3,
    r1: close + part,
    r2: close + 2 * part,
    r3: close + 3 * part,
    r4: close + 6 * part,
    s1: close - part,
    s2: close - 2 * part,
    s3: close - 3 * part,
    s4: close - 6 * part,
  }
}
