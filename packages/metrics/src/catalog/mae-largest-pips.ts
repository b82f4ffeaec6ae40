import { maePips } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionExtreme } from './position-extreme.ts'

export const maeLargestPips: Metric = {
  key: 'maeLargestPips',
  title: 'Largest MAE in pips',
  unit: 'pips',
  better: 'higher',
  group: 'excursion',
  description: 'Profit of a closed position at its worst mark while open: the lowest of all, in pips.',
  formula: 'min(profit at the worst mark while open; long positions at bid, short ones at ask)',
  source: 'Sweeney (1996), marks on every tick',
  compute: (sample) => positionExtreme(sample, 'lowest', maePips),
}
