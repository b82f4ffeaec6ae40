// Limit orders below the market, renewed every hour.
const hours = bars('H1')

every('H1', (hour) => {
  for (const order of orders) cancel(order)
  if (positions.count >= 4) return
  for (const distance of [8, 16, 24]) {
    buy({ quantity: 1000, limitPrice: round(hour.close - pips(distance)), takeProfitPips: 12, stopLossPips: 40 })
  }
})

function onIntervalClose() {
  plot('hours', hours.count, { pane: 'study' })
}
