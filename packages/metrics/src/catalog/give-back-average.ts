import { giveBack } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionMean } from './position-mean.ts'

export const giveBackAverage: Metric = {
  key: 'giveBackAverage',
  title: 'Average give-back',
  unit: 'money',
  better: 'lower',
  group: 'excursion',
  description: 'What closed positions gave back of their best mark, on average, in money.',
  formula: 'mean(MFE - profit)',
  source: 'End-trade drawdown of LEAN with the sign turned',
  compute: (sample) => positionMean(sample, giveBack),
}
