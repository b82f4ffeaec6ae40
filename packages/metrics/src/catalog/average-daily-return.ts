import { type Metric, none, some } from '../metric.ts'
import { mean } from '../stats/statistics.ts'

export const averageDailyReturn: Metric = {
  key: 'averageDailyReturn',
  title: 'Average daily return',
  unit: '%',
  better: 'higher',
  group: 'return',
  description: 'Mean of the returns of all days, idle ones included.',
  formula: 'm of the daily returns, r = E(end of day) / E(end of the day before) - 1',
  source: 'Arithmetic mean; days end at 00:00 UTC',
  compute: ({ byDay }) => {
    const n = byDay.returns.length
    if (n === 0) return none('too-few', 0)
    return some(mean(byDay.returns) * 100, n, { interval: byDay.interval([byDay.returns], (sum) => (sum / n) * 100) })
  },
}
