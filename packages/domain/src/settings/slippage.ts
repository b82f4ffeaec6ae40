import type { Setting } from './setting.ts'

const distance = { kind: 'number', unit: 'pips', min: 0, max: 1000, step: 0.1 } as const

/** Distance against the trader on every fill at the market's price. */
export const slippage = {
  key: 'slippage',
  title: 'Slippage',
  help: 'Market and stop orders fill this much worse.',
  group: 'fills',
  option: '--slippage',
  rule: 'packages/engine/src/venues/simulated/slippage.ts',
  form: 'tagged',
  tag: 'model',
  subject: 'slippage',
  choices: {
    fixed: {
      title: 'Same for every fill',
      help: 'Market and stop orders fill this much worse.',
      fields: {
        pips: {
          ...distance,
          title: 'Slippage',
          help: 'Limit orders and take profits never slip.',
          name: 'pips',
          initial: 0,
        },
      },
      summary: '{pips} pips',
    },
    random: {
      title: 'Random for each fill',
      help: 'Drawn from a normal distribution, never in your favor; the same seed repeats it.',
      fields: {
        meanPips: { ...distance, title: 'Mean slippage', help: 'Average over all fills.', name: 'mean', initial: 0.2 },
        deviationPips: {
          ...distance,
          title: 'Standard deviation',
          help: 'Two of three fills are within one deviation of the mean.',
          name: 'deviation',
          initial: 0.2,
        },
      },
      summary: '{meanPips} ± {deviationPips} pips',
    },
  },
  default: 'fixed',
} as const satisfies Setting
