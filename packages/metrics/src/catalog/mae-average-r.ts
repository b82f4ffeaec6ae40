import { maeR } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionMean } from './position-mean.ts'

export const maeAverageR: Metric = {
  key: 'maeAverageR',
  title: 'Average MAE in R',
  unit: 'R',
  better: 'higher',
  group: 'excursion',
  description:
    'Profit of closed positions at their worst mark while open, on average, in units of the risk to the first stop.',
  formula: 'mean(profit at the worst mark while open; long positions at bid, short ones at ask, by risk)',
  source: 'Sweeney (1996), marks on every tick',
  compute: (sample) => positionMean(sample, maeR, 'no-stop'),
}
