import type { Metric } from '../metric.ts'
import { normalTail } from './tail-loss.ts'

export const valueAtRiskNormal99: Metric = {
  key: 'valueAtRiskNormal99',
  title: 'Value at risk 99 %, normal',
  unit: '%',
  better: 'lower',
  group: 'risk',
  description: 'Loss that 99 of 100 days stay within if days were normally distributed. A loss is positive.',
  formula: '-(m + z·s); z normal quantile of 0.01',
  source: 'RiskMetrics (1996), normal',
  compute: (sample) => normalTail(sample, 0.01, 'quantile'),
}
