// A very long exponential average, whose first value fades slowly, as a filter of the trend.
const calm = indicators.EMA('H1', 200)
const strength = indicators.RSI('M15', 10)

function onIntervalClose(bar) {
  if (!calm.ready || !strength.ready || positions.count > 0) return
  const request = { quantity: 10000, stopLossPips: 20, takeProfitPips: 20 }
  if (bar.close > calm.value() && strength.value() < 30) buy(request)
  if (bar.close < calm.value() && strength.value() > 70) sell(request)
}
