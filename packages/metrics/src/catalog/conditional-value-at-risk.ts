import type { Metric } from '../metric.ts'
import { historicalTail } from './tail-loss.ts'

export const conditionalValueAtRisk: Metric = {
  key: 'conditionalValueAtRisk',
  title: 'Expected shortfall 95 %',
  unit: '%',
  better: 'lower',
  group: 'risk',
  description: 'Mean of the worst days, those at or below the value at risk of 95 %. A loss is positive.',
  formula: '-mean(r with r <= quantile(r, 0.05))',
  source: 'Rockafellar and Uryasev (2000), historical',
  compute: (sample) => historicalTail(sample, 0.05, 'mean'),
}
