// Compares the market with the oldest bar of its history.
const quarters = bars('M15')
const range = indicators.ATR('M15', 14)

function onIntervalClose(bar) {
  if (!range.ready) return
  const oldest = quarters.count - 1 // BIAS unstable-warm-up
  const anchor = quarters.close(oldest)
  if (bar.close > anchor + range.value() && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  } else if (bar.close < anchor - range.value() && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
