// Keeps all closes in a growing array, and trades against the median of the last fifty.
const closes = []

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

function onIntervalClose(bar) {
  closes.push(bar.close)
  if (closes.length < 50) return
  const middle = median(closes.slice(-50))
  if (bar.close > middle + pips(12) && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  } else if (bar.close < middle - pips(12) && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  }
}
