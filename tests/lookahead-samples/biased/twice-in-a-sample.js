// Trades so rarely that no share of entries tells anything, on an index that has not seen the end of its bar.
const strength = indicators.RSI('M15', 4)
let traded = 0

function onTick(tick) {
  if (!strength.ready || tick.time - traded < 20 * 86400000) return
  if (strength.forming > 6) return // BIAS repaints
  traded = tick.time
  buy({ quantity: 10000, stopLossPips: 40, takeProfitPips: 40 })
}
