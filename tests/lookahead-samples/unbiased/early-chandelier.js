// Trails its stops on ticks below the high since the entry: a reached price cannot be undone.
const range = indicators.ATR('H1', 14)
const top = indicators.Highest('H1', 10)
let best = 0

function onTick({ bid }) {
  if (!top.ready || !range.ready) return
  const [position] = positions
  if (position === undefined) {
    best = bid
    if (bid > top.value()) buy({ quantity: 10000, stopLoss: round(bid - 2 * range.value()) })
    return
  }
  if (bid < best + pips(1)) return
  best = bid
  modify(position, { stopLoss: round(best - 2 * range.value()) })
}
