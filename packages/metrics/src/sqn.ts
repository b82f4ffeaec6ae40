import { positionProblem, ZERO_DEVIATION } from './guards.ts'
import { type Metric, none, some } from './metric.ts'
import { one, profitOf, squareOf } from './sampling/position-features.ts'
import { deviation, mean } from './sampling/statistics.ts'

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
    const spread = deviation(profits)
    if (spread < ZERO_DEVIATION) return none('zero-deviation', n)
    const interval = draws.interval([profitOf, squareOf, one], (sum, squares, count) => {
      return sum / Math.sqrt(count) / Math.sqrt((squares - (sum * sum) / count) / (count - 1))
    })
    return some((Math.sqrt(n) * mean(profits)) / spread, n, { interval })
  },
}
