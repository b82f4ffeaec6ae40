// Reads the forming hour as if it were finished.
const slow = indicators.SMA('H1', 12)
const hours = bars('H1')

function onIntervalClose() {
  if (!slow.ready || hours.forming === null) return
  const isUp = hours.forming.close > slow.value() // BIAS repaints
  if (isUp && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  } else if (!isUp && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
