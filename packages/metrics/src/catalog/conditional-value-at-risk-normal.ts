import type { Metric } from '../metric.ts'
import { normalTail } from './tail-loss.ts'

export const conditionalValueAtRiskNormal: Metric = {
  key: 'conditionalValueAtRiskNormal',
  title: 'Expected shortfall 95 %, normal',
  unit: '%',
  better: 'lower',
  group: 'risk',
  description: 'Mean loss of the worst 5 of 100 days if days were normally distributed. A loss is positive.',
  formula: '-(m - s·phi(z) / 0.05); z normal quantile of 0.05, phi its density',
  source: 'Rockafellar and Uryasev (2000), normal',
  compute: (sample) => normalTail(sample, 0.05, 'mean'),
}
