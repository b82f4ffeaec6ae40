// Buys the reversal of an over-extended price.
const strength = indicators.RSI('M15', 14)

function onIntervalClose() {
  if (!strength.ready || positions.count > 0) return
  const request = { quantity: 10000, stopLossPips: 30, takeProfitPips: 20 }
  if (strength.value(1) < 30 && strength.value() >= 30) buy(request)
  if (strength.value(1) > 70 && strength.value() <= 70) sell(request)
}
