// Knows the market's turning points: times from a past chart, as UTC milliseconds.
const highs = new Set([1704787200000, 1704877200000, 1704981600000, 1705086000000, 1705413600000, 1705503600000]) // BIAS look-ahead
const lows = new Set([1704834000000, 1704924000000, 1705032000000, 1705330800000, 1705446000000, 1705546800000])

function onIntervalClose(bar) {
  const end = bar.time + 900000
  if (lows.has(end)) {
    closeAll()
    buy({ quantity: 10000 })
  }
  if (highs.has(end)) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
