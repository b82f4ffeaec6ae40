// Two averages that cross.
const externals = [
  { name: 'fast', defaultValue: 10 },
  { name: 'slow', defaultValue: 30 },
]
const quick = indicators.SMA('M15', fast)
const calm = indicators.SMA('M15', slow)

function onIntervalClose() {
  if (!calm.ready) return
  const isUp = quick.value() > calm.value()
  if (isUp === quick.value(1) > calm.value(1)) return
  closeAll()
  if (isUp) buy({ quantity: 10000 })
  else sell({ quantity: 10000 })
}
