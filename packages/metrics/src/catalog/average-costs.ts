import { costOf } from './costs.ts'
import type { Metric } from '../metric.ts'
import { positionMean } from './position-mean.ts'

export const averageCosts: Metric = {
  key: 'averageCosts',
  title: 'Costs of a position',
  unit: 'money',
  better: 'lower',
  group: 'costs',
  description: 'Mean of all costs of a closed position.',
  formula: 'mean(spread + slippage + commission + swap + funding)',
  source: 'Arithmetic mean',
  compute: (sample) => positionMean(sample, costOf),
}
