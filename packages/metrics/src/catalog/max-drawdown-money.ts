import { drawdownInterval } from './drawdown-interval.ts'
import { type Metric, some } from '../metric.ts'

export const maxDrawdownMoney: Metric = {
  key: 'maxDrawdownMoney',
  title: 'Maximum drawdown in money',
  unit: 'money',
  better: 'lower',
  group: 'drawdown',
  description: 'Largest fall of equity below its peak, on every tick.',
  formula: 'max(peak - E); the first peak is the starting balance',
  source: 'Magdon-Ismail and Atiya (2004), equity on every tick',
  compute: (sample) =>
    some(sample.maxDrawdown, sample.byDay.returns.length, {
      interval: drawdownInterval(sample, ({ fall }) => fall * sample.initialBalance),
    }),
}
