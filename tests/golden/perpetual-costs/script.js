// Waits at the edges of a band with post-only orders, gets out at its middle by waiting too, or at a stop by taking.
const bands = indicators.BollingerBands('M5', 48, 2.2)
const range = indicators.ATR('M15', 20)

function onIntervalClose(bar) {
  if (!bands.ready || !range.ready) return
  for (const order of orders) cancel(order)
  const { lower, middle, upper } = bands.value()
  for (const position of positions) {
    const target = round(middle)
    const isAhead = position.direction === 'LONG' ? target > bar.close + 1 : target < bar.close - 1
    if (isAhead) modify(position, { takeProfit: target })
    else closePosition(position)
  }
  if (positions.count > 1) return
  const distance = 3 * range.value()
  const waiting = { quantity: 0.25, postOnly: true, timeInForce: 'GTD', expiry: now() + 240000 }
  buy({ ...waiting, limitPrice: round(lower), stopLoss: round(lower - distance) })
  sell({ ...waiting, limitPrice: round(upper), stopLoss: round(upper + distance) })
}
