import type { Metric } from '../metric.ts'
import { positionSum } from './position-sum.ts'
import type { Feature } from '../bootstrap/position-draws.ts'

export const spreadCosts: Metric = {
  key: 'spreadCosts',
  title: 'Spread costs',
  unit: 'money',
  better: 'lower',
  group: 'costs',
  description: 'Half the spread at each fill of closed positions, paid.',
  formula: 'sum of half the spread · quantity at each fill, in account currency',
  source: 'Distance from the mid price',
  compute: (sample) => positionSum(sample, paid),
}

const paid: Feature = ({ spreadCost }) => spreadCost
