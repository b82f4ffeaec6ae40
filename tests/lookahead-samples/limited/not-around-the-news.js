// A calendar of announcements known long in advance: it does not trade on these days.
const days = ['2024-01-11', '2024-01-16', '2024-01-25', '2024-01-31', '2024-02-02', '2024-02-08'] // LIMIT
const strength = indicators.RSI('M15', 12)

function onIntervalClose(bar) {
  if (days.includes(new Date(bar.time).toISOString().slice(0, 10))) return void closeAll()
  if (!strength.ready || positions.count > 0) return
  const request = { quantity: 10000, stopLossPips: 15, takeProfitPips: 15 }
  if (strength.value() < 35) buy(request)
  if (strength.value() > 65) sell(request)
}
