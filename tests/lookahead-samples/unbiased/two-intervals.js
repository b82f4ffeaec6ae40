// The trend of the hours, the entries of the quarter hours.
const trend = indicators.SMA('H1', 20)
const hours = bars('H1')
const strength = indicators.RSI('M15', 7)

function onIntervalClose() {
  if (!trend.ready || !strength.ready || positions.count > 0) return
  const isUp = hours.close() > trend.value()
  const request = { quantity: 10000, stopLossPips: 25, takeProfitPips: 25 }
  if (isUp && strength.value() < 35) buy(request)
  if (!isUp && strength.value() > 65) sell(request)
}
