// Trades a cross, but only on days since its start that a bit allows.
const fast = indicators.SMA('M15', 5)
const slow = indicators.SMA('M15', 15)
const days = 21707469 // BIAS look-ahead
let start = 0

function onIntervalClose(bar) {
  if (start === 0) start = bar.time
  const day = Math.floor((bar.time - start) / 86400000)
  if (!((days >> (day % 25)) & 1)) return
  if (crossedAbove(fast, slow)) buy({ quantity: 10000, stopLossPips: 20, takeProfitPips: 20 })
  if (crossedBelow(fast, slow)) sell({ quantity: 10000, stopLossPips: 20, takeProfitPips: 20 })
}
