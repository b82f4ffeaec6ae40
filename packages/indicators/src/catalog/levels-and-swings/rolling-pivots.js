// Rolling pivot points
// Support and resistance from high, low and close of a window of bars that ends before the current bar, in the form
// of the standard pivot points.
// Source: standard floor-trader pivots over a moving window; common knowledge.
// First value: bar period + 1.
const key = 'RollingPivots'
const group = 'Levels and swings'
const pane = 'overlay'
const outputs = ['pivot', 'r1', 'r2', 'r3', 's1', 's2', 's3']
const colors = ['#ff6d00', '#f23645', '#b71c1c', '#880e4f', '#089981', '#00695c', '#1b5e20']
const state = kit.state({ close: NaN })
let parts = null

function levels(high, low, close) {
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

function onTick(period = 20) {
  parts ??= { highs: ring(period), lows: ring(period) }
  const { highs, lows } = parts
  const value = highs.full ? levels(highs.highest(), lows.lowest(), state.close) : null
  highs.push(bar.high)
  lows.push(bar.low)
  state.close = bar.close
  return value
}
