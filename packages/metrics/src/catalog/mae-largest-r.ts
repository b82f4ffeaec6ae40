import { maeR } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionExtreme } from './position-extreme.ts'

export const maeLargestR: Metric = {
  key: 'maeLargestR',
  title: 'Largest MAE in R',
  unit: 'R',
  better: 'higher',
  group: 'excursion',
  description:
    'Profit of a closed position at its worst mark while open: the lowest of all, in units of the risk to the first stop.',
  formula: 'min(profit at the worst mark while open; long positions at bid, short ones at ask, by risk)',
  source: 'Sweeney (1996), marks on every tick',
  compute: (sample) => positionExtreme(sample, 'lowest', maeR, 'no-stop'),
}
