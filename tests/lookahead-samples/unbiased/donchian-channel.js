// Trades breakouts from the range of the last bars.
const top = indicators.Highest('H1', 20)
const bottom = indicators.Lowest('H1', 20)

every('H1', (hour) => {
  if (!top.ready) return
  if (hour.close > top.value(1) && positions.longCount === 0) {
    closeAll('SHORT')
    buy({ quantity: 5000 })
  } else if (hour.close < bottom.value(1) && positions.shortCount === 0) {
    closeAll('LONG')
    sell({ quantity: 5000 })
  }
})

function onIntervalClose() {}
