import { mfeR } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionExtreme } from './position-extreme.ts'

export const mfeLargestR: Metric = {
  key: 'mfeLargestR',
  title: 'Largest MFE in R',
  unit: 'R',
  better: 'higher',
  group: 'excursion',
  description:
    'Profit of a closed position at its best mark while open: the highest of all, in units of the risk to the first stop.',
  formula: 'max(profit at the best mark while open; long positions at bid, short ones at ask, by risk)',
  source: 'Sweeney (1996), marks on every tick',
  compute: (sample) => positionExtreme(sample, 'highest', mfeR, 'no-stop'),
}
