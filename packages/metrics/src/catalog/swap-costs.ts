import type { Metric } from '../metric.ts'
import { positionSum } from './position-sum.ts'
import type { Feature } from '../bootstrap/position-draws.ts'

export const swapCosts: Metric = {
  key: 'swapCosts',
  title: 'Swap costs',
  unit: 'money',
  better: 'lower',
  group: 'costs',
  description: 'Financing overnight of closed positions; negative when received.',
  formula: 'sum of the swap of each rollover',
  source: 'Rollover at 17:00 New York',
  compute: (sample) => positionSum(sample, paid),
}

const paid: Feature = ({ swapCost }) => swapCost
