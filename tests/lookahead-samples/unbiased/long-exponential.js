// A very long exponential average, whose first value fades slowly, as a trend filter.
const slow = indicators.EMA('H1', 200)
const strength = indicators.RSI('M15', 10)

function onIntervalClose(bar) {
  if (!slow.ready || !strength.ready || positions.count > 0) return
  const request = { quantity: 10000, stopLossPips: 20, takeProfitPips: 20 }
  if (bar.close > slow.value() && strength.value() < 30) buy(request)
  if (bar.close < slow.value() && strength.value() > 70) sell(request)
}
