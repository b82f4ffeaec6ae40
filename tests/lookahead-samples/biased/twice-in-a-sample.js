// Trades so rarely that shares of entries are meaningless, on an index of an unfinished bar.
const strength = indicators.RSI('M15', 4)
let traded = 0

function onTick(tick) {
  if (!strength.ready || tick.time - traded < 20 * 86400000) return
  if (strength.forming > 6) return // BIAS repaints
  traded = tick.time
  buy({ quantity: 10000, stopLossPips: 40, takeProfitPips: 40 })
}
