import { giveBackR } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionMean } from './position-mean.ts'

export const giveBackAverageR: Metric = {
  key: 'giveBackAverageR',
  title: 'Average give-back in R',
  unit: 'R',
  better: 'lower',
  group: 'excursion',
  description:
    'What closed positions gave back of their best mark, on average, in units of the risk to the first stop.',
  formula: 'mean(MFE - profit, by risk)',
  source: 'End-trade drawdown of LEAN with the sign turned',
  compute: (sample) => positionMean(sample, giveBackR, 'no-stop'),
}
