import { kellyFraction } from './kelly-fraction.ts'
import type { Metric } from '../metric.ts'

export const kelly: Metric = {
  key: 'kelly',
  title: 'Kelly fraction',
  unit: 'ratio',
  better: 'higher',
  group: 'positions',
  description: 'Share of the account that the closed positions would justify risking; negative without an edge.',
  formula: 'W - (1 - W) / (average win / average loss), at most 1; W win rate',
  source: 'Kelly (1956); hidden under 30 positions',
  compute: (sample) => kellyFraction(sample, 1),
}
