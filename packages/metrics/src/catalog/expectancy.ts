import type { Metric } from '../metric.ts'
import { positionMean } from './position-mean.ts'
import { profitOf } from '../stats/position-features.ts'

export const expectancy: Metric = {
  key: 'expectancy',
  title: 'Expectancy',
  unit: 'money',
  better: 'higher',
  group: 'positions',
  description: 'Mean profit of a closed position.',
  formula: 'mean(profit)',
  source: 'Mean profit a position',
  compute: (sample) => positionMean(sample, profitOf),
}
