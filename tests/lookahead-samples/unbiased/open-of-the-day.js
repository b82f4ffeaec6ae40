// Reads the growing day, but only its open, which is known from its first tick on.
const days = bars('D1')
let day = 0

function onIntervalClose(bar) {
  const growing = days.forming
  if (growing === null || growing.time === day) return
  const move = bar.close - growing.open
  if (Math.abs(move) < pips(15)) return
  day = growing.time
  const request = { quantity: 10000, stopLossPips: 20, takeProfitPips: 30 }
  if (move > 0) buy(request)
  else sell(request)
}
