import { giveBackPips } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionExtreme } from './position-extreme.ts'

export const giveBackLargestPips: Metric = {
  key: 'giveBackLargestPips',
  title: 'Largest give-back in pips',
  unit: 'pips',
  better: 'lower',
  group: 'excursion',
  description: 'Most that a closed position gave back of its best mark, in pips.',
  formula: 'max(MFE - profit (pips))',
  source: 'End-trade drawdown of LEAN with the sign turned',
  compute: (sample) => positionExtreme(sample, 'highest', giveBackPips),
}
