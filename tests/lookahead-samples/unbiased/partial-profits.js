// Takes half the profit early and moves the stop to the entry price.
const fast = indicators.SMA('M15', 5)
const slow = indicators.SMA('M15', 20)
const halved = new Set()

function onIntervalClose(bar) {
  if (!slow.ready) return
  for (const position of positions) {
    if (position.pips < 8 || halved.has(position.id)) continue
    halved.add(position.id)
    closePosition(position, 5000)
    modify(position, { stopLoss: position.openPrice })
  }
  if (positions.count > 0 || fast.value() < slow.value() || bar.close < fast.value()) return
  buy({ quantity: 10000, stopLossPips: 20, takeProfitPips: 40 })
}
