import { mae } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionExtreme } from './position-extreme.ts'

export const maeLargest: Metric = {
  key: 'maeLargest',
  title: 'Largest MAE',
  unit: 'money',
  better: 'higher',
  group: 'excursion',
  description: 'Profit of a closed position at its worst mark while open: the lowest of all, in money.',
  formula: 'min(profit at the worst mark while open; long positions at bid, short ones at ask)',
  source: 'Sweeney (1996), marks on every tick',
  compute: (sample) => positionExtreme(sample, 'lowest', mae),
}
