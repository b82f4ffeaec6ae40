/**
 * What a waiting runner performs to get its code compiled and optimized: two scripts as traders write them that share
 * no function, so that the machine learns to expect any script.
 */
export const WARM_UP_SCRIPTS: readonly string[] = [
  `const fast = indicators.SMA('M1', 5)
const slow = indicators.SMA('M1', 12)
function onIntervalClose(bar) {
  if (!fast.ready || !slow.ready) return
  const up = fast.value(1) < slow.value(1) && fast.value() > slow.value()
  const down = fast.value(1) > slow.value(1) && fast.value() < slow.value()
  if (!up && !down) return
  closeAll()
  if (up) buy({ quantity: 10000, stopLossPips: 20, takeProfitPips: 40 })
  else sell({ quantity: 10000, stopLossPips: 20, takeProfitPips: 40 })
}`,
  `const strength = indicators.RSI('M1', 9)
const mean: number = 50
let count = 0
function onIntervalClose(bar) {
  if (!strength.ready) return
  if (strength.value() < mean && positions.count === 0)
    buy({ quantity: 1000, stopLoss: round(bar.close - pips(15)), takeProfitPips: 25.5 })
  else if (strength.value() > mean + 15) closeAll()
}
function onPositionClosed(position) {
  count++
  if (count % 3 === 0) sell({ quantity: 2500, trailingStopPips: 12, takeProfitPips: 30 })
}`,
]
