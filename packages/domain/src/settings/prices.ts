import type { Setting } from './setting.ts'

const ONE_SIDE = 'No spread is paid: results are better than real ones.'

/** Which prices the engine trades on. */
export const prices = {
  key: 'prices',
  title: 'Prices',
  help: 'The prices that orders are filled at.',
  group: 'prices',
  option: '--prices',
  rule: 'packages/engine/src/market/market-rows.ts',
  form: 'name',
  choices: {
    both: {
      title: 'Bid and ask as quoted',
      help: 'Buys at the ask, sells at the bid: the spread is paid.',
    },
    bid: { title: 'Bid for both sides', help: ONE_SIDE, summary: 'bid for both sides' },
    ask: { title: 'Ask for both sides', help: ONE_SIDE, summary: 'ask for both sides' },
    mid: { title: 'Mid price for both sides', help: ONE_SIDE, summary: 'mid price for both sides' },
  },
  default: 'both',
} as const satisfies Setting
