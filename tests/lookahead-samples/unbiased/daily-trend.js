// A slow rule: days and their average.
const days = bars('D1')
const slow = indicators.SMA('D1', 20)

every('D1', (day) => {
  if (!slow.ready) return
  const isUp = day.close > slow.value() && day.close > days.close(5)
  const isDown = day.close < slow.value() && day.close < days.close(5)
  if (isUp && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  } else if (isDown && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
})

function onIntervalClose() {}
