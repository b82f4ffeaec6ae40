import { type Metric, some } from './metric.ts'

export const realizedPips: Metric = {
  key: 'realizedPips',
  title: 'Realized pips',
  unit: 'pips',
  better: 'higher',
  description: 'Sum of the price moves of closed positions in pips.',
  compute: ({ closed }) =>
    some(
      closed.reduce((sum, { pips }) => sum + pips, 0),
      closed.length,
    ),
}
