import { type Metric, none, some } from './metric.ts'
import { bootstrap } from './bootstrap.ts'
import { mean } from './statistics.ts'

export const averageDailyReturn: Metric = {
  key: 'averageDailyReturn',
  title: 'Average daily return',
  unit: '%',
  better: 'higher',
  description: 'Mean of the returns of all days, idle ones included.',
  compute: ({ daily }) => {
    if (daily.length === 0) return none('too-few', 0)
    const interval = bootstrap(daily, 20, percent)
    return some(percent(daily), daily.length, { interval })
  },
}

function percent(returns: ArrayLike<number>): number {
  return mean(returns) * 100
}
