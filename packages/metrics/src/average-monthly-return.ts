import { type Metric, none, some } from './metric.ts'
import { bootstrap } from './bootstrap.ts'
import { mean } from './statistics.ts'

export const averageMonthlyReturn: Metric = {
  key: 'averageMonthlyReturn',
  title: 'Average monthly return',
  unit: '%',
  better: 'higher',
  description: 'Mean of the returns of all whole calendar months.',
  compute: ({ monthly }) => {
    if (monthly.length === 0) return none('too-few', 0)
    const interval = bootstrap(monthly, 1, percent)
    return some(percent(monthly), monthly.length, { interval })
  },
}

function percent(returns: ArrayLike<number>): number {
  return mean(returns) * 100
}
