import type { Template } from './template.ts'

export const BREAKOUT = {
  name: 'breakout',
  title: 'Breakout with a trailing stop',
  description: 'Opens when a close leaves the range of the last bars, and lets profits run behind a trailing stop.',
  script: `const externals = [
  { name: 'lookback', defaultValue: 20 },
  { name: 'ranges', defaultValue: 3 },
]

const highest = indicators.Highest(runInterval, lookback)
const lowest = indicators.Lowest(runInterval, lookback)
const range = indicators.ATR(runInterval, 14)

function onIntervalClose(bar) {
  if (!highest.ready || !range.ready) return
  // The range of the bars before this one: a bar cannot leave its own range.
  const top = highest.value(1)
  const bottom = lowest.value(1)
  plot('top', top, { color: '#22a06b' })
  plot('bottom', bottom, { color: '#c25100' })
  const trailingStop = round(range.value() * ranges)
  if (bar.close > top && positions.longCount === 0) {
    closeAll('SHORT')
    buy({ quantity: 10000, trailingStop })
  } else if (bar.close < bottom && positions.shortCount === 0) {
    closeAll('LONG')
    sell({ quantity: 10000, trailingStop })
  }
}
`,
} as const satisfies Template
