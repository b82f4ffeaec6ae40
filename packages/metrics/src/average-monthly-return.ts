import { type Metric, none, some } from './metric.ts'
import { drawAgain, drawnMean, intervalOf } from './bootstrap.ts'
import { mean } from './statistics.ts'

export const averageMonthlyReturn: Metric = {
  key: 'averageMonthlyReturn',
  title: 'Average monthly return',
  unit: '%',
  better: 'higher',
  description: 'Mean of the returns of all whole calendar months.',
  compute: ({ monthly }) => {
    if (monthly.length === 0) return none('too-few', 0)
    const interval = intervalOf(drawAgain(monthly, 1), (draws, at) => drawnMean(draws, at) * 100)
    return some(mean(monthly) * 100, monthly.length, { interval })
  },
}
