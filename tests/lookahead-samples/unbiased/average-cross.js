// Two averages that cross.
const externals = [
  { name: 'fastPeriod', defaultValue: 10 },
  { name: 'slowPeriod', defaultValue: 30 },
]
const fast = indicators.SMA('M15', fastPeriod)
const slow = indicators.SMA('M15', slowPeriod)

function onIntervalClose() {
  if (!slow.ready) return
  const isUp = fast.value() > slow.value()
  if (isUp === fast.value(1) > slow.value(1)) return
  closeAll()
  if (isUp) buy({ quantity: 10000 })
  else sell({ quantity: 10000 })
}
