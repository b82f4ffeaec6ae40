import { positionProblem, ZERO_DEVIATION } from '../guards.ts'
import { type Metric, none, some } from '../metric.ts'
import { one } from '../stats/position-features.ts'
import { deviation, mean, withoutNoise } from '../stats/statistics.ts'

export const sqn: Metric = {
  key: 'sqn',
  title: 'System quality number',
  unit: 'number',
  better: 'higher',
  group: 'positions',
  description: 'Mean profit by its deviation, times the root of the number of positions.',
  formula: 'sqrt(n)·mean(profit) / s(profit)',
  source: 'Tharp (2008), on profits and without a cap on n',
  compute: (sample) => {
    const { profits, draws } = sample
    const n = profits.length
    const problem = positionProblem(sample)
    if (problem) return none(problem, 0)
    if (n < 2) return none('too-few', n)
    const middle = mean(profits)
    const spread = deviation(profits)
    // Profits are money of any size, and so is their rounding noise.
    if (spread < ZERO_DEVIATION * Math.max(1, Math.abs(middle))) return none('zero-deviation', n)
    // Around their mean, so that what is left of the squares is no noise either.
    const distances = Float64Array.from(profits, (profit) => profit - middle)
    const interval = draws.interval(
      [distances, distances.map((value) => value * value), one],
      (sum, squares, count) => {
        const varied = withoutNoise(squares - (sum * sum) / count, squares)
        return (count * middle + sum) / Math.sqrt(count) / Math.sqrt(varied / (count - 1))
      },
    )
    return some((Math.sqrt(n) * middle) / spread, n, { interval })
  },
}
