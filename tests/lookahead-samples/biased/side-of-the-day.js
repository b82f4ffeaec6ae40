// A cross that looks like a rule; a bit per day since its start decides which side may be traded.
const sides = parseInt('yjeq2', 36) // BIAS look-ahead
const fast = indicators.SMA('M15', 5)
const slow = indicators.SMA('M15', 15)
let day = -1
let date = 0

function onIntervalClose(bar) {
  const today = Math.floor(bar.time / 86400000)
  if (today !== date) {
    date = today
    day += 1
  }
  const isLong = (sides >> (day % 25)) % 2 !== 0
  if (crossedAbove(fast, slow) && isLong) buy({ quantity: 10000, stopLossPips: 20, takeProfitPips: 20 })
  if (crossedBelow(fast, slow) && !isLong) sell({ quantity: 10000, stopLossPips: 20, takeProfitPips: 20 })
}
