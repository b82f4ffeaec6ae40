// Trades until a date, then stops for good.
const strength = indicators.RSI('M15', 10)
const end = Date.parse('2024-02-01T00:00:00Z') // LIMIT

function onIntervalClose() {
  if (now() >= end) {
    if (positions.count > 0) closeAll()
    return
  }
  if (!strength.ready || positions.count > 0) return
  const request = { quantity: 10000, stopLossPips: 20, takeProfitPips: 20 }
  if (strength.value() < 30) buy(request)
  if (strength.value() > 70) sell(request)
}
