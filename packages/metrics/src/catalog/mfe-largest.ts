import { mfe } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionExtreme } from './position-extreme.ts'

export const mfeLargest: Metric = {
  key: 'mfeLargest',
  title: 'Largest MFE',
  unit: 'money',
  better: 'higher',
  group: 'excursion',
  description: 'Profit of a closed position at its best mark while open: the highest of all, in money.',
  formula: 'max(profit at the best mark while open; long positions at bid, short ones at ask)',
  source: 'Sweeney (1996), marks on every tick',
  compute: (sample) => positionExtreme(sample, 'highest', mfe),
}
