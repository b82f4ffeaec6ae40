import { holdingProblem, holdingSums, slopeOf } from './holding-columns.ts'
import { type Metric, none, some } from '../metric.ts'

export const beta: Metric = {
  key: 'beta',
  title: 'Beta',
  unit: 'ratio',
  better: 'neither',
  group: 'ratio',
  description: 'How much of the moves of the instrument the returns follow.',
  formula: 'cov(r, h) / var(h); h daily returns of holding the instrument',
  source: 'Capital asset pricing model (Sharpe 1964)',
  compute: (sample) => {
    const { byDay, holding } = sample
    const n = byDay.returns.length
    const problem = holdingProblem(sample)
    if (problem || !holding) return none(problem ?? 'no-benchmark', n)
    const { value, interval } = holdingSums(sample, holding, (r, h, hh, rh) => slopeOf(n, r, h, hh, rh))
    return some(value, n, { interval })
  },
}
