// A new regulation: half the size from a date.
const fast = indicators.EMA('M15', 10)
const slow = indicators.EMA('M15', 25)
const changed = 1706054400000 // LIMIT

function onIntervalClose(bar) {
  if (!slow.ready) return
  const quantity = bar.time < changed ? 20000 : 10000
  if (crossedAbove(fast, slow)) {
    closeAll()
    buy({ quantity })
  }
  if (crossedBelow(fast, slow)) {
    closeAll()
    sell({ quantity })
  }
}
