import { mfePips } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionMean } from './position-mean.ts'

export const mfeAveragePips: Metric = {
  key: 'mfeAveragePips',
  title: 'Average MFE in pips',
  unit: 'pips',
  better: 'higher',
  group: 'excursion',
  description: 'Profit of closed positions at their best mark while open, on average, in pips.',
  formula: 'mean(profit at the best mark while open; long positions at bid, short ones at ask)',
  source: 'Sweeney (1996), marks on every tick',
  compute: (sample) => positionMean(sample, mfePips),
}
