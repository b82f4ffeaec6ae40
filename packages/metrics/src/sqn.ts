import { type Metric, none, some } from './metric.ts'
import { ZERO_DEVIATION } from './sharpe-ratio.ts'
import { deviation, mean } from './statistics.ts'

export const sqn: Metric = {
  key: 'sqn',
  title: 'System quality number',
  unit: 'number',
  better: 'higher',
  description: 'Mean profit by its deviation, times the root of the number of positions.',
  compute: ({ closed }) => {
    const n = closed.length
    if (n === 0) return none('no-trades', 0)
    if (n < 2) return none('too-few', n)
    const profits = closed.map(({ profit }) => profit)
    const spread = deviation(profits)
    return spread < ZERO_DEVIATION ? none('zero-deviation', n) : some((Math.sqrt(n) * mean(profits)) / spread, n)
  },
}
