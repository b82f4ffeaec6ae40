import { type Metric, some } from './metric.ts'

export const maxDrawdownMoney: Metric = {
  key: 'maxDrawdownMoney',
  title: 'Maximum drawdown in money',
  unit: 'money',
  better: 'lower',
  description: 'Largest fall of equity below its peak, on every tick.',
  compute: ({ maxDrawdown, daily }) => some(maxDrawdown, daily.length),
}
