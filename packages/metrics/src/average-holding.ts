import { type Metric, none, some } from './metric.ts'
import { mean } from './statistics.ts'

export const averageHolding: Metric = {
  key: 'averageHolding',
  title: 'Average holding time',
  unit: 'hours',
  better: 'neither',
  description: 'Mean time from opening to closing.',
  compute: ({ closed }) =>
    closed.length === 0
      ? none('no-trades', 0)
      : some(mean(closed.map(({ openTime, closeTime }) => closeTime - openTime)) / 3_600_000, closed.length),
}
