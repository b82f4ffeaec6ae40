// Moving average cross: long while the fast average is above the slow one, short while it is below.
const externals = [
  { name: 'fastPeriod', defaultValue: 11 },
  { name: 'slowPeriod', defaultValue: 31 },
  { name: 'units', defaultValue: 10000 },
]

const fast = indicators.SMA(runInterval, fastPeriod)
const slow = indicators.SMA(runInterval, slowPeriod)

function onIntervalClose(bar) {
  if (!slow.ready) return
  plot('fast', fast.value(), { color: '#22a06b' })
  plot('slow', slow.value(), { color: '#c25100' })

  // A cross compares with the previous bar, where the averages were in reverse order.
  const crossedUp = fast.value(1) < slow.value(1) && fast.value() > slow.value()
  const crossedDown = fast.value(1) > slow.value(1) && fast.value() < slow.value()
  if (!crossedUp && !crossedDown) return

  closeAll()
  const order = crossedUp ? buy({ quantity: units }) : sell({ quantity: units })
  if (order.status === 'REJECTED') log('Order rejected:', order.reason)
}
