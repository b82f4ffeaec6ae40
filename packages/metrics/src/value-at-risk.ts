import { hasTraded, type Metric, none, some } from './metric.ts'
import { quantile } from './statistics.ts'

export const valueAtRisk: Metric = {
  key: 'valueAtRisk',
  title: 'Value at risk 95 %',
  unit: '%',
  better: 'lower',
  description: 'Loss that 95 of 100 days stay within, from the days of the run. A loss is positive.',
  compute: (sample) => {
    const { daily } = sample
    if (!hasTraded(sample)) return none('no-trades', daily.length)
    if (daily.length < 20) return none('too-few', daily.length)
    return some(
      -quantile(
        daily.toSorted((a, b) => a - b),
        0.05,
      ) * 100,
      daily.length,
    )
  },
}
