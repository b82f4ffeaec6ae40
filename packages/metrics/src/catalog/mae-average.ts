import { mae } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionMean } from './position-mean.ts'

export const maeAverage: Metric = {
  key: 'maeAverage',
  title: 'Average MAE',
  unit: 'money',
  better: 'higher',
  group: 'excursion',
  description: 'Profit of closed positions at their worst mark while open, on average, in money.',
  formula: 'mean(profit at the worst mark while open; long positions at bid, short ones at ask)',
  source: 'Sweeney (1996), marks on every tick',
  compute: (sample) => positionMean(sample, mae),
}
