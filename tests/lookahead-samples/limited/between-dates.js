// One period, like that of any backtest, but written into the script.
const from = '2024-01-15' // LIMIT
const to = '2024-02-03'
const top = indicators.Highest('M15', 20)
const bottom = indicators.Lowest('M15', 20)

function onIntervalClose(bar) {
  const day = new Date(bar.time).toISOString().slice(0, 10)
  if (day < from || day > to || !top.ready) return
  if (bar.close > top.value(1) && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  } else if (bar.close < bottom.value(1) && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
