import type { Template } from './template.ts'

export const RSI_REVERSAL = {
  name: 'rsi-reversal',
  title: 'RSI reversal',
  description: 'Trades the way back from an over-extension, with a stop loss and a take profit.',
  script: `const externals = [
  { name: 'period', defaultValue: 14 },
  { name: 'threshold', defaultValue: 30 },
]

const strength = indicators.RSI(runInterval, period)

function onIntervalClose() {
  if (!strength.ready) return
  plot('RSI', strength.value(), { pane: 'study', color: '#3b82f6' })
  if (positions.count > 0) return
  const request = { quantity: 10000, stopLossPips: 30, takeProfitPips: 45 }
  if (crossedAbove(strength, threshold)) buy(request)
  else if (crossedBelow(strength, 100 - threshold)) sell(request)
}

function onPositionClosed(position) {
  log(position.direction, 'closed by', position.closeReason, 'with', position.pips.toFixed(1), 'pips')
}
`,
} as const satisfies Template
