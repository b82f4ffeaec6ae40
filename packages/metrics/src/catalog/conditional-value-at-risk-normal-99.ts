import type { Metric } from '../metric.ts'
import { normalTail } from './tail-loss.ts'

export const conditionalValueAtRiskNormal99: Metric = {
  key: 'conditionalValueAtRiskNormal99',
  title: 'Expected shortfall 99 %, normal',
  unit: '%',
  better: 'lower',
  group: 'risk',
  description: 'Mean loss of the worst 1 of 100 days if days were normally distributed. A loss is positive.',
  formula: '-(m - s·phi(z) / 0.01); z normal quantile of 0.01, phi its density',
  source: 'Rockafellar and Uryasev (2000), normal',
  compute: (sample) => normalTail(sample, 0.01, 'mean'),
}
