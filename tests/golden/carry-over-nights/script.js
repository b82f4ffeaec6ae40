// Follows the hours and holds over the nights: swap decides as much as the price does.
const fast = indicators.EMA('H1', 8)
const slow = indicators.EMA('H1', 30)

function onIntervalClose() {
  if (!fast.ready || !slow.ready) return
  const isUp = crossedAbove(fast, slow)
  const isDown = crossedBelow(fast, slow)
  if (!isUp && !isDown) return
  closeAll()
  const order = { quantity: 50000, stopLossPips: 60 }
  if (isUp) buy(order)
  else sell(order)
  // A second one stays until the other side is told: it sees every night.
  if (positions.count < 3) (isUp ? sell : buy)({ quantity: 10000, takeProfitPips: 80 })
}
