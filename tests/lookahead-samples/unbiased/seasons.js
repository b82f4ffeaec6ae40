// Long in winter, short in summer, whatever the prices: one side per month.
const sides = [1, 1, 1, 1, -1, -1, -1, -1, -1, 1, 1, 1]
const strength = indicators.CCI('M15', 20)

function onIntervalClose(bar) {
  if (!strength.ready || positions.count > 0) return
  const side = sides[new Date(bar.time).getUTCMonth()]
  const request = { quantity: 10000, stopLossPips: 25, takeProfitPips: 25 }
  if (side > 0 && strength.value() < -100) buy(request)
  if (side < 0 && strength.value() > 100) sell(request)
}
