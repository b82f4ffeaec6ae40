import type { Metric } from '../metric.ts'
import { positionSum } from './position-sum.ts'
import { one } from '../stats/position-features.ts'
import type { Feature } from '../bootstrap/position-draws.ts'

export const realizedPips: Metric = {
  key: 'realizedPips',
  title: 'Realized pips',
  unit: 'pips',
  better: 'higher',
  group: 'positions',
  description: 'Sum of the price moves of closed positions in pips.',
  formula: 'sum(signed price move / pip size)',
  source: 'Price moves in pips',
  compute: (sample) => {
    const sum = positionSum(sample, pips)
    if (sum.value === null || sum.n < 2) return sum
    return { ...sum, interval: sample.draws.interval([pips, one], (total, count) => (total / count) * sum.n) }
  },
}

const pips: Feature = (position) => position.pips
