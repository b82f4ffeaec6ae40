// The direction of the last move as known at the time.
const turns = indicators.ZigZag('M15', 0.3)

function onIntervalClose() {
  if (!turns.ready) return
  const { direction } = turns.value()
  if (direction === turns.value(1).direction) return
  closeAll()
  if (direction > 0) buy({ quantity: 10000 })
  else sell({ quantity: 10000 })
}
