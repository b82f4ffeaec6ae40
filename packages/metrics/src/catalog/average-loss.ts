import { positionProblem } from '../guards.ts'
import { type Metric, none, some } from '../metric.ts'
import { isLoss, lossOf } from '../stats/position-features.ts'
import { mean } from '../stats/statistics.ts'

export const averageLoss: Metric = {
  key: 'averageLoss',
  title: 'Average loss',
  unit: 'money',
  better: 'lower',
  group: 'positions',
  description: 'Mean loss of the positions closed with a loss, as a positive number.',
  formula: '-mean(profit with profit < 0)',
  source: 'Arithmetic mean',
  compute: (sample) => {
    const problem = positionProblem(sample)
    if (problem) return none(problem, 0)
    const losses = sample.profits.filter((profit) => profit < 0)
    if (losses.length === 0) return none('no-loss', sample.profits.length)
    const interval = losses.length < 2 ? null : sample.draws.interval([lossOf, isLoss], (loss, count) => loss / count)
    return some(-mean(losses), losses.length, { interval })
  },
}
