// Exponential averages, whose start must have faded.
const quick = indicators.EMA('M15', 12)
const calm = indicators.EMA('M15', 50)

function onIntervalClose() {
  if (!calm.ready) return
  if (quick.value() > calm.value() && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  }
  if (quick.value() < calm.value() && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
