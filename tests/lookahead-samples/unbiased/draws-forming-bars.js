// Plots and logs values of forming bars, but only trades on finished ones.
const slow = indicators.SMA('H1', 10)
const hours = bars('H1')

function onIntervalClose() {
  if (!slow.ready) return
  plot('forming average', slow.forming)
  if (hours.forming !== null) log('the hour stands at', hours.forming.close)
  const isUp = hours.close() > slow.value()
  if (isUp && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  } else if (!isUp && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
