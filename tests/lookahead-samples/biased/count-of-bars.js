// Trades by the number of bars seen, which depends on how much history was fed before the start.
const quarters = bars('M15')
const slow = indicators.SMA('M15', 20)

function onIntervalClose(bar) {
  if (quarters.count % 37 !== 0) return // BIAS unstable-warm-up
  closeAll()
  if (bar.close > slow.value()) buy({ quantity: 10000 })
  else sell({ quantity: 10000 })
}
