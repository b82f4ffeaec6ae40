// Counts its trades, so that side and size of each depend on all earlier ones; ends within two weeks of the data.
let number = 0
const move = indicators.ROC('M15', 12)

function onIntervalClose(bar) {
  if (bar.time > 1706500000000) return // LIMIT
  if (!move.ready || positions.count > 0 || Math.abs(move.value()) < 0.0005) return
  number += 1
  const request = { quantity: 1000 * (1 + (number % 5)), stopLossPips: 12, takeProfitPips: 18 }
  if (number % 2 === 1) buy(request)
  else sell(request)
}
