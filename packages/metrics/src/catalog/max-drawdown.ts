import { drawdownInterval } from './drawdown-interval.ts'
import { type Metric, some } from '../metric.ts'

export const maxDrawdown: Metric = {
  key: 'maxDrawdown',
  title: 'Maximum drawdown',
  unit: '%',
  better: 'lower',
  group: 'drawdown',
  description: 'Largest fall of equity below its peak, on every tick, in per cent of the peak.',
  formula: 'max((peak - E) / peak); the first peak is the starting balance',
  source: 'Magdon-Ismail and Atiya (2004), equity on every tick',
  compute: (sample) =>
    some(sample.maxDrawdownFraction * 100, sample.byDay.returns.length, {
      interval: drawdownInterval(sample, ({ depth }) => depth * 100),
    }),
}
