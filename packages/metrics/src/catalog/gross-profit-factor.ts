import { positionProblem } from '../guards.ts'
import { type Metric, none, some } from '../metric.ts'
import { gainOf, lossOf } from '../stats/position-features.ts'

export const grossProfitFactor: Metric = {
  key: 'grossProfitFactor',
  title: 'Profit factor (gross)',
  unit: 'ratio',
  better: 'higher',
  group: 'positions',
  description: 'Sum of the profits by the sum of the losses of closed positions.',
  formula: 'sum of profits > 0 / sum of losses',
  source: 'Profit factor of MetaTrader and TradingView reports',
  compute: (sample) => {
    const problem = positionProblem(sample)
    if (problem) return none(problem, 0)
    const n = sample.profits.length
    let gains = 0
    let losses = 0
    for (const profit of sample.profits) {
      if (profit > 0) gains += profit
      else losses -= profit
    }
    // Neither a gain nor a loss is no endless gain.
    if (losses === 0 && gains === 0) return none('no-win', n)
    if (losses === 0) return none('no-loss', n)
    return some(gains / losses, n, { interval: sample.draws.interval([gainOf, lossOf], (gain, loss) => gain / loss) })
  },
}
