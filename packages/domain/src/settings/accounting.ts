import type { Setting } from './setting.ts'

/** Whether opposite positions can be open at once. */
export const accounting = {
  key: 'accounting',
  title: 'Accounting',
  help: 'What an order does to positions in the opposite direction.',
  group: 'account',
  option: '--accounting',
  rule: 'packages/engine/src/venues/simulated/fills.ts',
  form: 'name',
  choices: {
    hedging: {
      title: 'Hedging',
      help: 'Every order opens its own position; long and short can be open at once.',
    },
    netting: {
      title: 'Netting',
      help: 'One direction per instrument: an order closes opposite positions first, oldest first.',
      summary: 'netting',
    },
  },
  default: 'hedging',
} as const satisfies Setting
