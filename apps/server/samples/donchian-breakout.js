// Donchian breakout: opens when a close leaves the range of the last bars, and follows with a trailing stop.
const externals = [
  { name: 'lookback', defaultValue: 20 },
  { name: 'atrPeriod', defaultValue: 14 },
  { name: 'trailingRanges', defaultValue: 3 },
  { name: 'units', defaultValue: 10000 },
]

const hours = bars('H1')
const highest = indicators.Highest('H1', lookback)
const lowest = indicators.Lowest('H1', lookback)
const range = indicators.ATR('H1', atrPeriod)

let seen = 0

function onIntervalClose() {
  // The run's interval may be shorter: each hour is looked at once.
  const time = hours.time()
  if (!highest.ready || !range.ready || time === seen) return
  seen = time
  // The range of the bars before this one: a bar cannot leave its own range.
  const top = highest.value(1)
  const bottom = lowest.value(1)
  plot('top', top, { color: '#22a06b' })
  plot('bottom', bottom, { color: '#c25100' })

  const trailingStop = round(range.value() * trailingRanges)
  if (hours.close() > top && positions.longCount === 0) {
    closeAll('SHORT')
    buy({ quantity: units, trailingStop })
  } else if (hours.close() < bottom && positions.shortCount === 0) {
    closeAll('LONG')
    sell({ quantity: units, trailingStop })
  }
}
