import type { Metric } from '../metric.ts'
import { positionMean } from './position-mean.ts'
import type { Feature } from '../bootstrap/position-draws.ts'

export const averageHolding: Metric = {
  key: 'averageHolding',
  title: 'Average holding time',
  unit: 'hours',
  better: 'neither',
  group: 'positions',
  description: 'Mean time from opening to closing.',
  formula: 'mean(close time - open time)',
  source: 'Arithmetic mean',
  compute: (sample) => positionMean(sample, hours),
}

const hours: Feature = ({ openTime, closeTime }) => (openTime === null ? null : (closeTime - openTime) / 3_600_000)
