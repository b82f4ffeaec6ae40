import { type Metric, none, some } from './metric.ts'
import { drawnMean, intervalOf } from './bootstrap.ts'
import { mean } from './statistics.ts'

export const expectancy: Metric = {
  key: 'expectancy',
  title: 'Expectancy',
  unit: 'money',
  better: 'higher',
  description: 'Mean profit of a closed position.',
  compute: ({ profits, profitDraws }) => {
    if (profits.length === 0) return none('no-trades', 0)
    return some(mean(profits), profits.length, { interval: intervalOf(profitDraws(), drawnMean) })
  },
}
