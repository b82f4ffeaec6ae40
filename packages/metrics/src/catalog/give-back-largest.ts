import { giveBack } from './excursions.ts'
import type { Metric } from '../metric.ts'
import { positionExtreme } from './position-extreme.ts'

export const giveBackLargest: Metric = {
  key: 'giveBackLargest',
  title: 'Largest give-back',
  unit: 'money',
  better: 'lower',
  group: 'excursion',
  description: 'Most that a closed position gave back of its best mark, in money.',
  formula: 'max(MFE - profit)',
  source: 'End-trade drawdown of LEAN with the sign turned',
  compute: (sample) => positionExtreme(sample, 'highest', giveBack),
}
