// Two stop orders of which one cancels the other around each half hour, taken off in parts by reduce-only limits.
const range = indicators.ATR('M30', 10)

function onIntervalClose(bar) {
  if (!range.ready) return
  for (const order of orders) cancel(order)
  const held = positions.netQuantity
  const width = Math.max(range.value(), pips(8))
  if (held === 0) {
    const up = buy({ quantity: 20000, stopPrice: round(bar.close + bar.spread + width / 2) })
    const down = sell({ quantity: 20000, stopPrice: round(bar.close - width / 2) })
    oco(up, down)
    return
  }
  const sign = held > 0 ? 1 : -1
  const exit = held > 0 ? sell : buy
  // Half a step ahead for the first part; a stop for all of it, and whichever is met ends the other.
  const part = exit({
    quantity: Math.min(Math.abs(held), 8000),
    limitPrice: round(bar.close + (sign * width) / 2),
    reduceOnly: true,
  })
  const stop = exit({ quantity: Math.abs(held), stopPrice: round(bar.close - sign * width), reduceOnly: true })
  oco(part, stop)
}
