import { ratioProblem } from '../guards.ts'
import { type Metric, none, some } from '../metric.ts'
import { total } from '../stats/statistics.ts'

export const omega: Metric = {
  key: 'omega',
  title: 'Omega ratio',
  unit: 'ratio',
  better: 'higher',
  group: 'ratio',
  description: 'Sum of all daily gains divided by the sum of all daily losses.',
  formula: 'sum(max(0, r)) / sum(max(0, -r)) of the daily returns',
  source: 'Keating and Shadwick (2002), threshold 0',
  compute: (sample) => {
    const { byDay } = sample
    const n = byDay.returns.length
    const problem = ratioProblem(sample, byDay.returns)
    if (problem) return none(problem, n)
    const losses = total(byDay.losses())
    if (losses === 0) return none('no-loss', n)
    const interval = byDay.interval([byDay.gains(), byDay.losses()], (gain, loss) => gain / loss)
    return some(total(byDay.gains()) / losses, n, { interval })
  },
}
