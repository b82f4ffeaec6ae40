// A cache keyed by time: what the market did at the same time of previous days.
const moves = new Map()

function onIntervalClose(bar) {
  moves.set(bar.time, bar.close - bar.open)
  let sum = 0
  let count = 0
  for (let days = 1; days <= 7; days += 1) {
    // The move of the quarter that follows now, on the days before.
    const move = moves.get(bar.time + 900000 - days * 86400000)
    if (move === undefined) continue
    sum += move
    count += 1
  }
  closeAll()
  if (count < 3) return
  if (sum / count > pips(0.8)) buy({ quantity: 10000 })
  else if (sum / count < -pips(0.8)) sell({ quantity: 10000 })
}
