import type { Setting } from './setting.ts'

/** How long a market order waits for its first price. */
export const staleAfter = {
  key: 'staleAfterMs',
  title: 'Stale price guard',
  help: 'Cancel a market order if no price arrives within this time. 0 waits forever.',
  group: 'orders',
  option: '--stale',
  rule: 'packages/engine/src/venues/simulated/matching.ts',
  form: 'value',
  subject: 'orders',
  choices: {
    milliseconds: {
      title: 'Stale price guard',
      help: 'Market orders whose first price arrives later than this are canceled.',
      fields: {
        staleAfterMs: {
          kind: 'number',
          title: 'Stale price guard',
          help: 'Cancel a market order if no price arrives within this time. 0 waits forever.',
          unit: 's',
          factor: 0.001,
          min: 0,
          max: 604_800_000,
          step: 5,
          name: 'seconds',
          default: 0,
        },
      },
      summary: 'stale after {staleAfterMs} s',
    },
  },
  default: 'milliseconds',
} as const satisfies Setting
