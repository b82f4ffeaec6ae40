import { positionProblem } from '../guards.ts'
import { type Metric, none, some } from '../metric.ts'

export const closedDrawdownMoney: Metric = {
  key: 'closedDrawdownMoney',
  title: 'Closed-balance drawdown in money',
  unit: 'money',
  better: 'lower',
  group: 'drawdown',
  description: 'Largest fall of the balance below its peak in money, counting closed positions only.',
  formula: 'max(peak - B); B starting balance plus the profits closed so far, at each moment of a closing',
  source: 'Balance drawdown of MetaTrader 5 reports',
  compute: (sample) => {
    if (positionProblem(sample) === 'not-given') return none('not-given', 0)
    const { value, interval } = sample.closedFalls().money
    return some(value, sample.closed.length, { interval })
  },
}
