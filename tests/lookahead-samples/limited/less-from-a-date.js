// A new rule of the regulator: from a date on, half of the size.
const quick = indicators.EMA('M15', 10)
const calm = indicators.EMA('M15', 25)
const changed = 1706054400000 // LIMIT

function onIntervalClose(bar) {
  if (!calm.ready) return
  const quantity = bar.time < changed ? 20000 : 10000
  if (crossedAbove(quick, calm)) {
    closeAll()
    buy({ quantity })
  }
  if (crossedBelow(quick, calm)) {
    closeAll()
    sell({ quantity })
  }
}
