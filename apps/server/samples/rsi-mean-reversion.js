// RSI mean reversion: trades the way back from an exaggeration, with a stop loss and a take profit.
const externals = [
  { name: 'period', defaultValue: 14 },
  { name: 'threshold', defaultValue: 30 },
  { name: 'stopPips', defaultValue: 30 },
  { name: 'targetPips', defaultValue: 20 },
  { name: 'units', defaultValue: 10000 },
]

const quarters = bars('M15')
const strength = indicators.RSI('M15', period)
let seen = 0

function onIntervalClose() {
  // The run's interval may be shorter: each quarter of an hour is looked at once.
  const time = quarters.time()
  if (!strength.ready || time === seen) return
  seen = time
  plot('RSI', strength.value(), { pane: 'study', color: '#3b82f6' })
  if (positions.count > 0) return

  const before = strength.value(1)
  const now = strength.value()
  const request = { quantity: units, stopLossPips: stopPips, takeProfitPips: targetPips }
  if (before < threshold && now >= threshold) buy(request)
  if (before > 100 - threshold && now <= 100 - threshold) sell(request)
}

function onPositionClosed(position) {
  log(position.direction, 'closed by', position.closeReason, 'with', position.pips.toFixed(1), 'pips')
}
