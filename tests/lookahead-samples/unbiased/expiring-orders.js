// Limit orders that live for two hours.
const slow = indicators.SMA('H1', 8)

every('H1', (hour) => {
  if (!slow.ready || orders.count > 2) return
  const expiry = now() + 2 * 3600000
  const price = round(Math.min(hour.close, slow.value()) - pips(6))
  buy({ quantity: 2000, limitPrice: price, timeInForce: 'GTD', expiry, stopLossPips: 25, takeProfitPips: 15 })
})

function onIntervalClose() {}
