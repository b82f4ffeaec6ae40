import type { Metric } from '../metric.ts'
import { positionSum } from './position-sum.ts'
import type { Feature } from '../bootstrap/position-draws.ts'

export const slippageCosts: Metric = {
  key: 'slippageCosts',
  title: 'Slippage costs',
  unit: 'money',
  better: 'lower',
  group: 'costs',
  description: 'Distance between the price aimed at and the fills of closed positions.',
  formula: 'sum of (fill - price aimed at) · quantity, signed against the position',
  source: 'Implementation shortfall (Perold 1988)',
  compute: (sample) => positionSum(sample, paid),
}

const paid: Feature = ({ slippageCost }) => slippageCost
