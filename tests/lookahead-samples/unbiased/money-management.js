// Risks a share of the account on every trade.
const fast = indicators.WMA('M15', 10)
const slow = indicators.WMA('M15', 40)

function onIntervalClose() {
  if (!slow.ready || positions.count > 0) return
  const stop = 25
  const quantity = Math.min(100000, Math.max(1000, Math.floor((account.equity * 0.00001) / pips(stop) / 1000) * 1000))
  if (fast.value(1) < slow.value(1) && fast.value() > slow.value())
    buy({ quantity, stopLossPips: stop, takeProfitPips: 50 })
  if (fast.value(1) > slow.value(1) && fast.value() < slow.value())
    sell({ quantity, stopLossPips: stop, takeProfitPips: 50 })
}
