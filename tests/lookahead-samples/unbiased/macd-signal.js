// The line crosses its signal.
const lines = indicators.MACD('M15', 12, 26, 9)

function onIntervalClose() {
  if (!lines.ready) return
  const now = lines.value()
  const before = lines.value(1)
  if (before.macd < before.signal && now.macd > now.signal) {
    closeAll()
    buy({ quantity: 10000 })
  }
  if (before.macd > before.signal && now.macd < now.signal) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
