// Donchian breakout: opens when a close leaves the range of the last bars, and follows with a trailing stop.
const externals = [
  { name: 'lookback', defaultValue: 20 },
  { name: 'atrPeriod', defaultValue: 14 },
  { name: 'trailingRanges', defaultValue: 3 },
  { name: 'units', defaultValue: 10000 },
]

const highest = indicators.Highest(runInterval, lookback)
const lowest = indicators.Lowest(runInterval, lookback)
const range = indicators.ATR(runInterval, atrPeriod)

function onIntervalClose(bar) {
  if (!highest.ready || !range.ready) return
  // The range of the bars before this one: a bar cannot leave its own range.
  const top = highest.value(1)
  const bottom = lowest.value(1)
  plot('top', top, { color: '#22a06b' })
  plot('bottom', bottom, { color: '#c25100' })

  const trailingStop = round(range.value() * trailingRanges)
  if (bar.close > top && positions.longCount === 0) {
    closeAll('SHORT')
    buy({ quantity: units, trailingStop })
  } else if (bar.close < bottom && positions.shortCount === 0) {
    closeAll('LONG')
    sell({ quantity: units, trailingStop })
  }
}
