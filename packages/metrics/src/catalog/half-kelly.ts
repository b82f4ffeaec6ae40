import { kellyFraction } from './kelly-fraction.ts'
import type { Metric } from '../metric.ts'

export const halfKelly: Metric = {
  key: 'halfKelly',
  title: 'Half Kelly',
  unit: 'ratio',
  better: 'higher',
  group: 'positions',
  description: 'Half of the Kelly fraction: three quarters of its growth at half of its swings.',
  formula: 'Kelly fraction / 2',
  source: 'Thorp (1997)',
  compute: (sample) => kellyFraction(sample, 0.5),
}
