import { type Metric, some } from './metric.ts'

export const maxDrawdown: Metric = {
  key: 'maxDrawdown',
  title: 'Maximum drawdown',
  unit: '%',
  better: 'lower',
  description: 'Largest fall of equity below its peak, on every tick, in per cent of the peak.',
  compute: ({ maxDrawdownFraction, daily }) => some(maxDrawdownFraction * 100, daily.length),
}
