// Reads only the open of the forming day, which is known from its first tick.
const days = bars('D1')
let day = 0

function onIntervalClose(bar) {
  const forming = days.forming
  if (forming === null || forming.time === day) return
  const move = bar.close - forming.open
  if (Math.abs(move) < pips(15)) return
  day = forming.time
  const request = { quantity: 10000, stopLossPips: 20, takeProfitPips: 30 }
  if (move > 0) buy(request)
  else sell(request)
}
