import { type Metric, none, some } from './metric.ts'
import { drawnMean, intervalOf } from './bootstrap.ts'
import { mean } from './statistics.ts'

export const averageDailyReturn: Metric = {
  key: 'averageDailyReturn',
  title: 'Average daily return',
  unit: '%',
  better: 'higher',
  description: 'Mean of the returns of all days, idle ones included.',
  compute: ({ daily, dailyDraws }) => {
    if (daily.length === 0) return none('too-few', 0)
    const interval = intervalOf(dailyDraws(), (draws, at) => drawnMean(draws, at) * 100)
    return some(mean(daily) * 100, daily.length, { interval })
  },
}
