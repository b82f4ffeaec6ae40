// Fades the range of last week, day by day.
const weeks = bars('W1')

every('H4', (four) => {
  if (weeks.count < 2 || positions.count > 0) return
  const request = { quantity: 10000, stopLossPips: 60, takeProfitPips: 60 }
  if (four.close > weeks.high()) sell(request)
  if (four.close < weeks.low()) buy(request)
})

function onIntervalClose() {}
