// Stop orders at both ends of a channel, renewed every quarter of an hour; stops and targets in pips, with costs.
const externals = [
  { name: 'length', defaultValue: 20 },
  { name: 'risk', defaultValue: 12 },
]
const top = indicators.Highest('M15', length)
const bottom = indicators.Lowest('M15', length)
const range = indicators.ATR('M15', 14)

function onIntervalClose(bar) {
  if (!top.ready || !range.ready) return
  for (const order of orders) cancel(order)
  if (positions.count > 0) return
  const edge = pips(0.5)
  buy({ quantity: 20000, stopPrice: round(top.value() + edge), stopLossPips: risk, takeProfitPips: 2 * risk })
  sell({ quantity: 20000, stopPrice: round(bottom.value() - edge), stopLossPips: risk, takeProfitPips: 2 * risk })
}

function onPositionOpened() {
  for (const order of orders) cancel(order)
}
