// Adds to a losing position at growing distances, and closes everything at once.
const slow = indicators.SMA('M15', 50)

function onIntervalClose(bar) {
  if (!slow.ready) return
  const open = positions.all()
  if (open.length === 0) {
    if (bar.close < slow.value() - pips(10)) buy({ quantity: 1000 })
    return
  }
  const last = open[open.length - 1]
  if (bar.close < last.openPrice - pips(10 * open.length) && open.length < 6)
    buy({ quantity: 1000 * (open.length + 1) })
  const profit = open.reduce((sum, position) => sum + position.profit, 0)
  if (profit > 2 || bar.close > slow.value()) closeAll()
}
