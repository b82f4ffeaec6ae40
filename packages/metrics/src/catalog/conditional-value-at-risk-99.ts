import type { Metric } from '../metric.ts'
import { historicalTail } from './tail-loss.ts'

export const conditionalValueAtRisk99: Metric = {
  key: 'conditionalValueAtRisk99',
  title: 'Expected shortfall 99 %',
  unit: '%',
  better: 'lower',
  group: 'risk',
  description: 'Mean of the worst days, those at or below the value at risk of 99 %. A loss is positive.',
  formula: '-mean(r with r <= quantile(r, 0.01))',
  source: 'Rockafellar and Uryasev (2000), historical; needs 100 days',
  compute: (sample) => historicalTail(sample, 0.01, 'mean'),
}
