import { type Metric, none, some } from './metric.ts'
import { bootstrap } from './bootstrap.ts'
import { mean } from './statistics.ts'

export const expectancy: Metric = {
  key: 'expectancy',
  title: 'Expectancy',
  unit: 'money',
  better: 'higher',
  description: 'Mean profit of a closed position.',
  compute: ({ closed }) => {
    if (closed.length === 0) return none('no-trades', 0)
    const profits = closed.map(({ profit }) => profit)
    return some(mean(profits), profits.length, { interval: bootstrap(profits, 1, mean) })
  },
}
