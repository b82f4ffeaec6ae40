// Every second hour, counted from the beginning of the history.
const hours = bars('H1')
const calm = indicators.EMA('H1', 10)

every('H1', (hour) => {
  if (!calm.ready || hours.count % 2 === 0) return // LIE unstable-warm-up
  closeAll()
  if (hour.close > calm.value()) buy({ quantity: 10000 })
  else sell({ quantity: 10000 })
})

function onIntervalClose() {}
