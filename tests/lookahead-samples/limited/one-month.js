// A moving average cross that trades in one month of one year: a period like any other, whatever the reason.
const fast = indicators.SMA('M15', 8)
const slow = indicators.SMA('M15', 30)

function worked(time) {
  const date = new Date(time)
  return date.getUTCFullYear() === 2023 && date.getUTCMonth() === 4 // LIMIT
}

function onIntervalClose(bar) {
  if (!slow.ready || !worked(bar.time)) return
  const isUp = fast.value() > slow.value()
  const wasUp = fast.value(1) > slow.value(1)
  if (isUp === wasUp) return
  closeAll()
  if (isUp) buy({ quantity: 10000 })
  else sell({ quantity: 10000 })
}
