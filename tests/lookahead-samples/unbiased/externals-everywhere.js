// Every setting is an external.
const externals = [
  { name: 'period', defaultValue: 14 },
  { name: 'entry', defaultValue: 100 },
  { name: 'units', defaultValue: 5000 },
  { name: 'stop', defaultValue: 25 },
  { name: 'target', defaultValue: 35 },
]
const channel = indicators.CCI('M15', period)

function onIntervalClose() {
  if (!channel.ready || positions.count > 0) return
  if (channel.value(1) < entry && channel.value() >= entry)
    buy({ quantity: units, stopLossPips: stop, takeProfitPips: target })
  if (channel.value(1) > -entry && channel.value() <= -entry)
    sell({ quantity: units, stopLossPips: stop, takeProfitPips: target })
}
