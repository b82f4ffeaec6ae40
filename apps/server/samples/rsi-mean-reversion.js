// RSI mean reversion: trades the way back from an over-extension, with a stop loss and a take profit.
const externals = [
  { name: 'period', defaultValue: 14 },
  { name: 'threshold', defaultValue: 30 },
  { name: 'stopPips', defaultValue: 30 },
  { name: 'targetPips', defaultValue: 20 },
  { name: 'units', defaultValue: 10000 },
]

const rsi = indicators.RSI(runInterval, period)

function onIntervalClose() {
  if (!rsi.ready) return
  plot('RSI', rsi.value(), { pane: 'study', color: '#3b82f6' })
  if (positions.count > 0) return

  const request = { quantity: units, stopLossPips: stopPips, takeProfitPips: targetPips }
  const oversold = threshold
  const overbought = 100 - threshold
  if (rsi.value(1) < oversold && rsi.value() >= oversold) buy(request)
  if (rsi.value(1) > overbought && rsi.value() <= overbought) sell(request)
}

function onPositionClosed(position) {
  log(position.direction, 'closed by', position.closeReason, 'with', position.pips.toFixed(1), 'pips')
}
