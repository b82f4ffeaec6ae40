// Pair trading: when the spread between two instruments is unusually wide, sells the expensive one and buys the cheap
// one, and closes both when the spread is back to normal. Run it on EUR/USD; GBP/USD of the same broker is the other leg.
const externals = [
  { name: 'period', defaultValue: 96 },
  { name: 'entry', defaultValue: 2 },
  { name: 'exit', defaultValue: 0.5 },
  { name: 'units', defaultValue: 10000 },
]

const other = market('GBPUSD')
const otherBars = other.bars(runInterval)
const spreads = []

function onIntervalClose(bar) {
  // A market without prices has no bar: both legs must have one that ended now.
  if (otherBars.time() !== bar.time) return
  spreads.push(Math.log(bar.close / otherBars.close()))
  if (spreads.length > period) spreads.shift()
  if (spreads.length < period) return

  const z = zScore(spreads)
  plot('z-score', z, { pane: 'study', color: '#3b82f6' })
  if (positions.count + other.positions.count > 0) {
    if (Math.abs(z) < exit) {
      closeAll()
      other.closeAll()
    }
    return
  }

  // The same value in both legs, so that a move of both together changes nothing.
  const { lotSize } = other.instrument
  const otherUnits = Math.round((units * bar.close) / otherBars.close() / lotSize) * lotSize
  if (z > entry) {
    sell({ quantity: units })
    other.buy({ quantity: otherUnits })
  } else if (z < -entry) {
    buy({ quantity: units })
    other.sell({ quantity: otherUnits })
  }
}

/** How many standard deviations the last value is from the mean. */
function zScore(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return variance === 0 ? 0 : (values[values.length - 1] - mean) / Math.sqrt(variance)
}

function onPositionClosed(position) {
  log(position.instrumentId, position.direction, 'closed with', position.profit.toFixed(2))
}
