import { showsAnnualized, ZERO_DEVIATION } from '../guards.ts'
import { holdingProblem } from './holding-columns.ts'
import { type Metric, none, some } from '../metric.ts'
import { deviation, mean, withoutNoise } from '../stats/statistics.ts'

export const informationRatio: Metric = {
  key: 'informationRatio',
  title: 'Information ratio (annualized)',
  unit: 'ratio',
  better: 'higher',
  group: 'ratio',
  description: 'Return beyond that of holding the instrument by the deviation of the difference; a year.',
  formula: 'P·(m - mh) / (s of r - h · sqrt(P)); P = 260 days a year (365 where weekends are traded)',
  source: 'Grinold and Kahn (1999), against buying and holding the instrument',
  compute: (sample) => {
    const { byDay, holding } = sample
    const { returns, perYear } = byDay
    const n = returns.length
    const problem = holdingProblem(sample, { mayRest: true })
    if (problem || !holding) return none(problem ?? 'no-benchmark', n)
    const ahead = returns.map((value, at) => value - (holding[at] as number))
    const spread = deviation(ahead)
    if (spread < ZERO_DEVIATION) return none('zero-deviation', n)
    const squares = ahead.map((value) => value * value)
    const interval = byDay.interval([ahead, squares], (sum, square) => {
      return ((sum / n) * Math.sqrt(perYear)) / Math.sqrt(withoutNoise(square - (sum * sum) / n, square) / (n - 1))
    })
    return some((mean(ahead) / spread) * Math.sqrt(perYear), n, { interval, shown: showsAnnualized(sample) })
  },
}
