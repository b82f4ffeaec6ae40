// Always the same rule, but ten times the size on days since its start that a bit marks.
const marked = 0x16b4e53 // BIAS look-ahead
const fast = indicators.SMA('M15', 5)
const slow = indicators.SMA('M15', 15)
let day = 0
let date = 0

function onIntervalClose(bar) {
  if (date !== 0 && Math.floor(bar.time / 86400000) !== date) day += 1
  date = Math.floor(bar.time / 86400000)
  const quantity = (marked >> (day % 25)) & 1 ? 100000 : 10000
  if (crossedAbove(fast, slow)) buy({ quantity, stopLossPips: 20, takeProfitPips: 20 })
  if (crossedBelow(fast, slow)) sell({ quantity, stopLossPips: 20, takeProfitPips: 20 })
}
