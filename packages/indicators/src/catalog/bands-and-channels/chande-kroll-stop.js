// Chande Kroll stop
// Stops at a multiple of the average true range below the highest high (short) and above the lowest low (long), each
// the farthest of the last few bars.
// Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994.
// First value: bar period + stopPeriod. Settled after: 16 * (period + 1) + stopPeriod.
const key = 'ChandeKrollStop'
const group = 'Bands and channels'
const pane = 'overlay'
const outputs = ['long', 'short']
const colors = ['#089981', '#f23645']
const fractions = ['multiplier']
let parts = null

function start(period, stopPeriod) {
  return {
    highs: ring(period),
    lows: ring(period),
    ranges: kit.atr(period),
    shorts: ring(stopPeriod),
    longs: ring(stopPeriod),
  }
}

function onTick(period = 10, multiplier = 1, stopPeriod = 9) {
  parts ??= start(period, stopPeriod)
  parts.highs.push(bar.high)
  parts.lows.push(bar.low)
  const range = parts.ranges.next()
  if (range === null) return null
  parts.shorts.push(parts.highs.highest() - multiplier * range)
  parts.longs.push(parts.lows.lowest() + multiplier * range)
  return parts.shorts.full ? { long: parts.longs.lowest(), short: parts.shorts.highest() } : null
}
