// A slow oscillator with a range filter.
const slow = indicators.Stochastic('M15', 14, 3, 3)
const range = indicators.ATR('M15', 20)

function onIntervalClose() {
  if (!slow.ready || !range.ready || positions.count > 0) return
  if (range.value() < pips(4)) return
  const { k, d } = slow.value()
  const request = { quantity: 10000, stopLossPips: 25, takeProfitPips: 25 }
  if (k < 20 && k > d) buy(request)
  if (k > 80 && k < d) sell(request)
}
