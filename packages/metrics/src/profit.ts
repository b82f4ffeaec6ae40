import { type Metric, some } from './metric.ts'

export const profit: Metric = {
  key: 'profit',
  title: 'Profit',
  unit: 'money',
  better: 'higher',
  description: 'Equity at the end less the starting balance.',
  compute: ({ equity, initialBalance, closed }) => some(equity - initialBalance, closed.length),
}
