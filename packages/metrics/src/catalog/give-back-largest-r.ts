import { giveBackR } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionExtreme } from './position-extreme.ts'

export const giveBackLargestR: Metric = {
  key: 'giveBackLargestR',
  title: 'Largest give-back in R',
  unit: 'R',
  better: 'lower',
  group: 'excursion',
  description: 'Most that a closed position gave back of its best mark, in units of the risk to the first stop.',
  formula: 'max(MFE - profit, by risk)',
  source: 'End-trade drawdown of LEAN with the sign turned',
  compute: (sample) => positionExtreme(sample, 'highest', giveBackR, 'no-stop'),
}
