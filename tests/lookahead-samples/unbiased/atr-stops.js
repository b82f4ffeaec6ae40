// Stops and targets by the average true range.
const fast = indicators.EMA('M15', 9)
const slow = indicators.EMA('M15', 21)
const range = indicators.ATR('M15', 14)

function onIntervalClose(bar) {
  if (!slow.ready || !range.ready || positions.count > 0) return
  const distance = range.value() * 2
  if (fast.value() > slow.value() && fast.value(1) <= slow.value(1)) {
    buy({ quantity: 10000, stopLoss: round(bar.close - distance), takeProfit: round(bar.close + distance * 2) })
  }
  if (fast.value() < slow.value() && fast.value(1) >= slow.value(1)) {
    sell({ quantity: 10000, stopLoss: round(bar.close + distance), takeProfit: round(bar.close - distance * 2) })
  }
}
