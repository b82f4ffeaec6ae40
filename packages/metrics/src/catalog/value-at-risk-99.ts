import type { Metric } from '../metric.ts'
import { historicalTail } from './tail-loss.ts'

export const valueAtRisk99: Metric = {
  key: 'valueAtRisk99',
  title: 'Value at risk 99 %',
  unit: '%',
  better: 'lower',
  group: 'risk',
  description: 'Loss that 99 of 100 days stay within, from the days of the run. A loss is positive.',
  formula: '-quantile(r, 0.01), linear between neighbours',
  source: 'RiskMetrics (1996), historical; needs 100 days',
  compute: (sample) => historicalTail(sample, 0.01, 'quantile'),
}
