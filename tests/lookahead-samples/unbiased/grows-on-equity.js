// Sizes by its own results: the win rate of the last twenty trades determines the risk.
const results = []
const swing = indicators.WilliamsR('M15', 21)

function onPositionClosed({ profit }) {
  results.push(profit > 0 ? 1 : 0)
  if (results.length > 20) results.shift()
}

function onIntervalClose() {
  if (!swing.ready || positions.count > 0) return
  const share = results.length === 0 ? 0.5 : results.reduce((sum, win) => sum + win, 0) / results.length
  const quantity = 1000 * Math.max(1, Math.round(share * 10))
  if (swing.value(1) < -80 && swing.value() >= -80) buy({ quantity, stopLossPips: 15, takeProfitPips: 20 })
  if (swing.value(1) > -20 && swing.value() <= -20) sell({ quantity, stopLossPips: 15, takeProfitPips: 20 })
}
