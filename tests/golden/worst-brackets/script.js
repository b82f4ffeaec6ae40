// Tight brackets both ways, so that many minutes hold a stop and a target both: the worst path decides.
const strength = indicators.RSI('M5', 9)

function onIntervalClose(bar) {
  if (!strength.ready || positions.count > 3) return
  const bracket = { quantity: 10000, stopLossPips: 3, takeProfitPips: 3.5 }
  if (strength.value() < 30) buy(bracket)
  if (strength.value() > 70) sell(bracket)
  if (strength.value() > 45 && strength.value() < 55 && orders.count < 2) {
    buy({ ...bracket, limitPrice: round(bar.close - pips(2)), timeInForce: 'GTD', expiry: now() + 600000 })
  }
}
