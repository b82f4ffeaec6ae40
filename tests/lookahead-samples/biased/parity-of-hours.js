// Every second hour, counted from the start of the history.
const hours = bars('H1')
const slow = indicators.EMA('H1', 10)

every('H1', (hour) => {
  if (!slow.ready || hours.count % 2 === 0) return // BIAS unstable-warm-up
  closeAll()
  if (hour.close > slow.value()) buy({ quantity: 10000 })
  else sell({ quantity: 10000 })
})

function onIntervalClose() {}
