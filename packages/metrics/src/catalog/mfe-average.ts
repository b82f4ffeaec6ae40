import { mfe } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionMean } from './position-mean.ts'

export const mfeAverage: Metric = {
  key: 'mfeAverage',
  title: 'Average MFE',
  unit: 'money',
  better: 'higher',
  group: 'excursion',
  description: 'Profit of closed positions at their best mark while open, on average, in money.',
  formula: 'mean(profit at the best mark while open; long positions at bid, short ones at ask)',
  source: 'Sweeney (1996), marks on every tick',
  compute: (sample) => positionMean(sample, mfe),
}
