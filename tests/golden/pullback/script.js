// Buys falls and sells rises with limit orders that expire, lets winners run behind a trailing stop, looks at ticks.
const strength = indicators.RSI('M5', 14)
const bands = indicators.BollingerBands('M15', 20, 2)
const trend = indicators.EMA('H1', 50)
let ticks = 0

function onTick(tick) {
  ticks += 1
  if (ticks % 1000 === 0) plot('spread', tick.ask - tick.bid, { pane: 'study' })
}

function onIntervalClose(bar) {
  if (!strength.ready || !bands.ready || !trend.ready || positions.count + orders.count > 2) return
  const order = { quantity: 15000, timeInForce: 'GTD', expiry: now() + 1800000, trailingStopPips: 15 }
  const { lower, upper } = bands.value()
  if (strength.value() < 35 && bar.close > trend.value())
    buy({ ...order, limitPrice: round(Math.min(lower, bar.close)) })
  if (strength.value() > 65 && bar.close < trend.value())
    sell({ ...order, limitPrice: round(Math.max(upper, bar.close)) })
}

every('D1', () => {
  for (const position of positions) modify(position, { trailingStop: pips(8) })
})
