import type { Metric } from '../metric.ts'
import { historicalTail } from './tail-loss.ts'

export const valueAtRisk: Metric = {
  key: 'valueAtRisk',
  title: 'Value at risk 95 %',
  unit: '%',
  better: 'lower',
  group: 'risk',
  description: 'Loss that 95 of 100 days stay within, from the days of the run. A loss is positive.',
  formula: '-quantile(r, 0.05), linear between neighbours',
  source: 'RiskMetrics (1996), historical',
  compute: (sample) => historicalTail(sample, 0.05, 'quantile'),
}
