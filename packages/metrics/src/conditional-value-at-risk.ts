import { hasTraded, type Metric, none, some } from './metric.ts'
import { mean, quantile } from './statistics.ts'

export const conditionalValueAtRisk: Metric = {
  key: 'conditionalValueAtRisk',
  title: 'Expected shortfall 95 %',
  unit: '%',
  better: 'lower',
  description: 'Mean of the worst days, those at or below the value at risk. A loss is positive.',
  compute: (sample) => {
    const { daily } = sample
    if (!hasTraded(sample)) return none('no-trades', daily.length)
    if (daily.length < 20) return none('too-few', daily.length)
    const limit = quantile(
      daily.toSorted((a, b) => a - b),
      0.05,
    )
    return some(-mean(daily.filter((value) => value <= limit)) * 100, daily.length)
  },
}
