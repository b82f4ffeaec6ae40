import type { Template } from './template.ts'

export const BRACKET_ORDERS = {
  name: 'bracket-orders',
  title: 'Bracket of stop orders',
  description: 'Places a buy stop above and a sell stop below the day before; the fill of one cancels the other.',
  script: `const externals = [
  { name: 'offsetPips', defaultValue: 3 },
  { name: 'stopPips', defaultValue: 25 },
  { name: 'targetPips', defaultValue: 40 },
]

every('D1', (day) => {
  for (const order of orders) cancel(order)
  if (positions.count > 0) return
  const exits = { stopLossPips: stopPips, takeProfitPips: targetPips }
  const above = buy({ quantity: 10000, stopPrice: round(day.high + pips(offsetPips)), ...exits })
  const below = sell({ quantity: 10000, stopPrice: round(day.low - pips(offsetPips)), ...exits })
  oco(above, below)
})

function onOrder(order) {
  if (order.status === 'FILLED') log(order.side, 'filled at', order.fillPrice)
}

function onIntervalClose() {}
`,
} as const satisfies Template
