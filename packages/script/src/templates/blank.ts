import type { Template } from './template.ts'

export const BLANK = {
  name: 'blank',
  title: 'Blank',
  description: 'The handlers and nothing else.',
  script: `const externals = []

function onIntervalClose(bar) {
  // buy({ quantity: 10000, stopLossPips: 20, takeProfitPips: 40 })
  log('close', bar.close)
}
`,
} as const satisfies Template
