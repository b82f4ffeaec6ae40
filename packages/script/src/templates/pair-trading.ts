import type { Template } from './template.ts'

export const PAIR_TRADING = {
  name: 'pair-trading',
  title: 'Pair trading',
  description: 'Trades two markets against each other when the ratio of their prices is unusually high or low.',
  script: `const externals = [
  { name: 'period', defaultValue: 96 },
  { name: 'entry', defaultValue: 2 },
  { name: 'exit', defaultValue: 0.5 },
]

// Run it on EUR/USD; the other leg is GBP/USD of the same broker.
const other = market('GBPUSD')
const otherBars = other.bars(runInterval)
const ratios = []

function onIntervalClose(bar) {
  // A market without prices has no bar: both legs must have one that ended now.
  if (otherBars.time() !== bar.time) return
  ratios.push(bar.close / otherBars.close())
  if (ratios.length > period) ratios.shift()
  if (ratios.length < period) return

  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / period
  const deviation = Math.sqrt(ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / period)
  const score = deviation === 0 ? 0 : (ratios[period - 1] - mean) / deviation
  plot('score', score, { pane: 'study', color: '#3b82f6' })
  if (positions.count + other.positions.count > 0) {
    if (Math.abs(score) < exit) {
      closeAll()
      other.closeAll()
    }
  } else if (score > entry) {
    sell({ quantity: 10000 })
    other.buy({ quantity: 10000 })
  } else if (score < -entry) {
    buy({ quantity: 10000 })
    other.sell({ quantity: 10000 })
  }
}
`,
} as const satisfies Template
