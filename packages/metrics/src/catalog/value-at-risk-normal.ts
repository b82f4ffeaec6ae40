import type { Metric } from '../metric.ts'
import { normalTail } from './tail-loss.ts'

export const valueAtRiskNormal: Metric = {
  key: 'valueAtRiskNormal',
  title: 'Value at risk 95 %, normal',
  unit: '%',
  better: 'lower',
  group: 'risk',
  description: 'Loss that 95 of 100 days stay within if days were normally distributed. A loss is positive.',
  formula: '-(m + z·s); z normal quantile of 0.05',
  source: 'RiskMetrics (1996), normal',
  compute: (sample) => normalTail(sample, 0.05, 'quantile'),
}
