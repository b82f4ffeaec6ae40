// Arms itself on a forming bar and trades minutes later, when it reads nothing unfinished any more.
const strength = indicators.RSI('M30', 7)
let armed = 0

function onTick(tick) {
  if (!strength.ready || positions.count > 0) return
  if (armed > 0) {
    if (tick.time < armed) return
    armed = 0
    buy({ quantity: 10000, stopLossPips: 12, takeProfitPips: 12 })
  } else if (strength.forming < 25) armed = tick.time + 240000 // BIAS repaints
}
