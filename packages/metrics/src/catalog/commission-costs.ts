import type { Metric } from '../metric.ts'
import { positionSum } from './position-sum.ts'
import type { Feature } from '../bootstrap/position-draws.ts'

export const commissionCosts: Metric = {
  key: 'commissionCosts',
  title: 'Commission costs',
  unit: 'money',
  better: 'lower',
  group: 'costs',
  description: 'Commission of closed positions.',
  formula: 'sum of the commission of each fill',
  source: 'Fee schedule of the run',
  compute: (sample) => positionSum(sample, paid),
}

const paid: Feature = ({ commission }) => commission
