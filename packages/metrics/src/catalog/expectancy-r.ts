import { profitR } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionMean } from './position-mean.ts'

export const expectancyR: Metric = {
  key: 'expectancyR',
  title: 'Expectancy in R',
  unit: 'R',
  better: 'higher',
  group: 'positions',
  description:
    'Mean profit of a closed position in units of its risk to the first stop. Positions without a stop are left out.',
  formula: 'mean(profit / risk to the first stop)',
  source: 'Tharp (1998), R multiples',
  compute: (sample) => positionMean(sample, profitR, 'no-stop'),
}
