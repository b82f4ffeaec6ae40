// Moving average cross: long while the quick average is above the calm one, short while it is below.
const externals = [
  { name: 'quickPeriod', defaultValue: 11 },
  { name: 'calmPeriod', defaultValue: 31 },
  { name: 'units', defaultValue: 10000 },
]

const quick = indicators.SMA('M1', quickPeriod)
const calm = indicators.SMA('M1', calmPeriod)

function onIntervalClose(bar) {
  if (!calm.ready) return
  plot('quick', quick.value(), { color: '#22a06b' })
  plot('calm', calm.value(), { color: '#c25100' })

  // A cross needs the bar before: the averages were the other way round there.
  const crossedUp = quick.value(1) < calm.value(1) && quick.value() > calm.value()
  const crossedDown = quick.value(1) > calm.value(1) && quick.value() < calm.value()
  if (!crossedUp && !crossedDown) return

  closeAll()
  const order = crossedUp ? buy({ quantity: units }) : sell({ quantity: units })
  if (order.status === 'REJECTED') log('Order refused:', order.reason)
}
