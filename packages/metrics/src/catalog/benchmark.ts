import { showsAnnualized } from '../guards.ts'
import { RISK_FREE_RATE, ZERO_DEVIATION } from '../rates.ts'
import { type Metric, none, some } from '../metric.ts'
import { holdingProblem, holdingSums, slopeOf } from '../stats/holding-columns.ts'
import { deviation, mean, withoutNoise } from '../stats/statistics.ts'

export const alpha: Metric = {
  key: 'alpha',
  title: 'Alpha (annual)',
  unit: '%',
  better: 'higher',
  group: 'return',
  description: 'Annual return not explained by holding the instrument.',
  formula:
    'P·m - rf - beta·(P·mh - rf); mh mean daily return of holding the instrument, rf = 2% a year, P = 260 days a year (365 for markets that trade on weekends)',
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

export const beta: Metric = {
  key: 'beta',
  title: 'Beta',
  unit: 'ratio',
  better: 'none',
  group: 'ratio',
  description: "How strongly the returns follow the instrument's price.",
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

export const informationRatio: Metric = {
  key: 'informationRatio',
  title: 'Information ratio (annualized)',
  unit: 'ratio',
  better: 'higher',
  group: 'ratio',
  description: 'Return in excess of holding the instrument, divided by the deviation of that excess; annualized.',
  formula: 'P·(m - mh) / (s of r - h · sqrt(P)); P = 260 days a year (365 for markets that trade on weekends)',
  source: 'Grinold and Kahn (1999), against buying and holding the instrument',
  compute: (sample) => {
    const { byDay, holding } = sample
    const { returns, perYear } = byDay
    const n = returns.length
    const problem = holdingProblem(sample, { mayRest: true })
    if (problem || !holding) return none(problem ?? 'no-benchmark', n)
    const ahead = returns.map((value, i) => value - (holding[i] as number))
    const spread = deviation(ahead)
    if (spread < ZERO_DEVIATION) return none('zero-deviation', n)
    const squares = ahead.map((value) => value * value)
    const interval = byDay.interval([ahead, squares], (sum, square) => {
      return ((sum / n) * Math.sqrt(perYear)) / Math.sqrt(withoutNoise(square - (sum * sum) / n, square) / (n - 1))
    })
    return some((mean(ahead) / spread) * Math.sqrt(perYear), n, { interval, shown: showsAnnualized(sample) })
  },
}
