import { type Metric, none, some } from '../metric.ts'
import { mean } from '../stats/statistics.ts'

export const averageMonthlyReturn: Metric = {
  key: 'averageMonthlyReturn',
  title: 'Average monthly return',
  unit: '%',
  better: 'higher',
  group: 'return',
  description: 'Mean of the returns of all whole calendar months.',
  formula: 'm of the monthly returns; a broken first or last month is left out',
  source: 'Arithmetic mean; calendar months in UTC',
  compute: ({ byMonth }) => {
    const n = byMonth.returns.length
    if (n === 0) return none('too-few', 0)
    const interval = byMonth.interval([byMonth.returns], (sum) => (sum / n) * 100)
    return some(mean(byMonth.returns) * 100, n, { interval })
  },
}
