import { RISK_FREE_RATE, showsAnnualized } from '../guards.ts'
import { holdingProblem, holdingSums, slopeOf } from './holding-columns.ts'
import { type Metric, none, some } from '../metric.ts'

export const alpha: Metric = {
  key: 'alpha',
  title: 'Alpha (annual)',
  unit: '%',
  better: 'higher',
  group: 'return',
  description: 'Return a year beyond what holding the instrument explains.',
  formula:
    'P·m - rf - beta·(P·mh - rf); mh mean daily return of holding the instrument, rf = 2 % a year, P = 260 days a year (365 where weekends are traded)',
  source: "Jensen's alpha (1968), arithmetic annual returns",
  compute: (sample) => {
    const { byDay, holding } = sample
    const n = byDay.returns.length
    const problem = holdingProblem(sample)
    if (problem || !holding) return none(problem ?? 'no-benchmark', n)
    const excess = (sum: number) => (sum / n) * byDay.perYear - RISK_FREE_RATE
    const { value, interval } = holdingSums(sample, holding, (r, h, hh, rh) => {
      return (excess(r) - slopeOf(n, r, h, hh, rh) * excess(h)) * 100
    })
    return some(value, n, { interval, shown: showsAnnualized(sample) })
  },
}
