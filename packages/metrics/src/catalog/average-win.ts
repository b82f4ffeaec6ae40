import { positionProblem } from '../guards.ts'
import { type Metric, none, some } from '../metric.ts'
import { gainOf, isWin } from '../stats/position-features.ts'
import { mean } from '../stats/statistics.ts'

export const averageWin: Metric = {
  key: 'averageWin',
  title: 'Average win',
  unit: 'money',
  better: 'higher',
  group: 'positions',
  description: 'Mean profit of the positions closed with a profit.',
  formula: 'mean(profit with profit > 0)',
  source: 'Arithmetic mean',
  compute: (sample) => {
    const problem = positionProblem(sample)
    if (problem) return none(problem, 0)
    const wins = sample.profits.filter((profit) => profit > 0)
    if (wins.length === 0) return none('no-win', sample.profits.length)
    const interval = wins.length < 2 ? null : sample.draws.interval([gainOf, isWin], (gain, count) => gain / count)
    return some(mean(wins), wins.length, { interval })
  },
}
