import { mfePips } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionExtreme } from './position-extreme.ts'

export const mfeLargestPips: Metric = {
  key: 'mfeLargestPips',
  title: 'Largest MFE in pips',
  unit: 'pips',
  better: 'higher',
  group: 'excursion',
  description: 'Profit of a closed position at its best mark while open: the highest of all, in pips.',
  formula: 'max(profit at the best mark while open; long positions at bid, short ones at ask)',
  source: 'Sweeney (1996), marks on every tick',
  compute: (sample) => positionExtreme(sample, 'highest', mfePips),
}
