import type { Metric } from '../metric.ts'
import { positionSum } from './position-sum.ts'
import type { Feature } from '../bootstrap/position-draws.ts'

export const fundingCosts: Metric = {
  key: 'fundingCosts',
  title: 'Funding costs',
  unit: 'money',
  better: 'lower',
  group: 'costs',
  description: 'Funding of perpetual contracts of closed positions; negative when received.',
  formula: 'sum of the funding of each funding time',
  source: 'Funding of perpetual contracts',
  compute: (sample) => positionSum(sample, paid),
}

const paid: Feature = ({ fundingCost }) => fundingCost
