// Stop orders on both sides of a quiet quarter hour; a fill cancels the other one.
const range = indicators.ATR('M15', 14)

function onIntervalClose(bar) {
  for (const order of orders) cancel(order)
  if (!range.ready || positions.count > 0 || bar.high - bar.low > range.value() * 0.6) return
  buy({ quantity: 5000, stopPrice: round(bar.high + pips(2)), stopLossPips: 12, takeProfitPips: 18 })
  sell({ quantity: 5000, stopPrice: round(bar.low - pips(2)), stopLossPips: 12, takeProfitPips: 18 })
}

function onPositionOpened() {
  for (const order of orders) cancel(order)
}
