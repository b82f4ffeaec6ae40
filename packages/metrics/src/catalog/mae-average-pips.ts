import { maePips } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionMean } from './position-mean.ts'

export const maeAveragePips: Metric = {
  key: 'maeAveragePips',
  title: 'Average MAE in pips',
  unit: 'pips',
  better: 'higher',
  group: 'excursion',
  description: 'Profit of closed positions at their worst mark while open, on average, in pips.',
  formula: 'mean(profit at the worst mark while open; long positions at bid, short ones at ask)',
  source: 'Sweeney (1996), marks on every tick',
  compute: (sample) => positionMean(sample, maePips),
}
