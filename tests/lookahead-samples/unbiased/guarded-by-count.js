// Waits until there are enough bars, then compares closes.
const quarters = bars('M15')

function onIntervalClose(bar) {
  if (quarters.count < 50) return
  const before = quarters.close(49)
  const isUp = bar.close > before
  if (isUp && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  } else if (!isUp && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
