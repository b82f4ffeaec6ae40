// Risks a share of the account on every trade.
const quick = indicators.WMA('M15', 10)
const calm = indicators.WMA('M15', 40)

function onIntervalClose() {
  if (!calm.ready || positions.count > 0) return
  const stop = 25
  const quantity = Math.min(100000, Math.max(1000, Math.floor((account.equity * 0.00001) / pips(stop) / 1000) * 1000))
  if (quick.value(1) < calm.value(1) && quick.value() > calm.value())
    buy({ quantity, stopLossPips: stop, takeProfitPips: 50 })
  if (quick.value(1) > calm.value(1) && quick.value() < calm.value())
    sell({ quantity, stopLossPips: stop, takeProfitPips: 50 })
}
