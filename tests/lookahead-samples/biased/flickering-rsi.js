// Trades on every tick by an RSI that changes until its bar is finished.
const strength = indicators.RSI('M15', 9)

function onTick() {
  if (!strength.ready || positions.count > 0) return
  const now = strength.forming // BIAS repaints
  const request = { quantity: 10000, stopLossPips: 15, takeProfitPips: 15 }
  if (now < 25) buy(request)
  if (now > 75) sell(request)
}
