// Trades the sign of an unfinished histogram.
const lines = indicators.MACD('H1', 6, 13, 5)

function onIntervalClose() {
  if (!lines.ready) return
  const { macd, signal } = lines.forming // BIAS repaints
  if (macd > signal && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  }
  if (macd < signal && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
