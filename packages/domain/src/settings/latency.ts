import type { Setting } from './setting.ts'

/** Time until an order, a change or a cancellation reaches the market. */
export const latency = {
  key: 'latencyMs',
  title: 'Latency',
  help: 'Delay before orders, changes and cancellations reach the market.',
  group: 'orders',
  option: '--latency',
  rule: 'packages/engine/src/venues/simulated/scheduled-events.ts',
  form: 'value',
  subject: 'latency',
  choices: {
    milliseconds: {
      title: 'Latency',
      help: 'Orders, changes and cancellations take effect at the first price at or after their arrival.',
      fields: {
        latencyMs: {
          kind: 'number',
          title: 'Latency',
          help: 'Delay before orders, changes and cancellations reach the market.',
          unit: 'ms',
          min: 0,
          max: 86_400_000,
          step: 50,
          name: 'ms',
          default: 0,
        },
      },
      summary: '{latencyMs} ms',
    },
  },
  default: 'milliseconds',
} as const satisfies Setting
