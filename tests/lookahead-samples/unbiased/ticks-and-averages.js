// Reads every tick, but compares it with finished bars.
const slow = indicators.SMA('M15', 20)
let traded = 0

function onTick(tick) {
  if (!slow.ready || positions.count > 0 || tick.time < traded + 3600000) return
  if (tick.ask < slow.value() - pips(15)) {
    buy({ quantity: 10000, stopLossPips: 15, takeProfitPips: 15 })
    traded = tick.time
  }
}
