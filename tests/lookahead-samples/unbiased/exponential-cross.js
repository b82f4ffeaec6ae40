// Exponential averages, whose start must have faded.
const fast = indicators.EMA('M15', 12)
const slow = indicators.EMA('M15', 50)

function onIntervalClose() {
  if (!slow.ready) return
  if (fast.value() > slow.value() && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  }
  if (fast.value() < slow.value() && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
