import type { Template } from './template.ts'

export const TRADING_HOURS = {
  name: 'trading-hours',
  title: 'Trading hours and a filter',
  description: 'Trades pullbacks in the direction of a longer interval, only during some hours of the day.',
  script: `const externals = [
  { name: 'fromHour', defaultValue: 7 },
  { name: 'toHour', defaultValue: 17 },
]

const trend = indicators.EMA('H4', 20)
const average = indicators.SMA(runInterval, 20)
let isUp = false

// The filter changes only when a bar of four hours has ended.
every('H4', (bar) => {
  if (trend.ready) isUp = bar.close > trend.value()
})

function onIntervalClose(bar) {
  const hour = new Date(now()).getUTCHours()
  if (hour < fromHour || hour >= toHour) {
    closeAll()
    return
  }
  if (!trend.ready || !average.ready || positions.count > 0) return
  const exits = { stopLossPips: 20, takeProfitPips: 30 }
  if (isUp && bar.close < average.value()) buy({ quantity: 10000, ...exits })
  if (!isUp && bar.close > average.value()) sell({ quantity: 10000, ...exits })
}
`,
} as const satisfies Template
