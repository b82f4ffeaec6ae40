import { giveBackPips } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionMean } from './position-mean.ts'

export const giveBackAveragePips: Metric = {
  key: 'giveBackAveragePips',
  title: 'Average give-back in pips',
  unit: 'pips',
  better: 'lower',
  group: 'excursion',
  description: 'What closed positions gave back of their best mark, on average, in pips.',
  formula: 'mean(MFE - profit (pips))',
  source: 'End-trade drawdown of LEAN with the sign turned',
  compute: (sample) => positionMean(sample, giveBackPips),
}
