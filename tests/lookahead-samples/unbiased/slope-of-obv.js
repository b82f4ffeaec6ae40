// Uses only the change of a sum over all bars, whose level is meaningless.
const volume = indicators.OBV('M15')
const quarters = bars('M15')

function onIntervalClose() {
  const change = volume.value() - volume.value(10)
  if (!(Math.abs(change) > 0)) return
  const isBought = change > 0 && quarters.close() > quarters.close(10)
  const isSold = change < 0 && quarters.close() < quarters.close(10)
  if (isBought && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  } else if (isSold && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
