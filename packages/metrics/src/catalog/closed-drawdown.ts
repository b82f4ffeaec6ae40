import { positionProblem } from '../guards.ts'
import { type Metric, none, some } from '../metric.ts'

export const closedDrawdown: Metric = {
  key: 'closedDrawdown',
  title: 'Closed-balance drawdown',
  unit: '%',
  better: 'lower',
  group: 'drawdown',
  description: 'Largest fall of the balance below its peak, counting closed positions only.',
  formula: 'max((peak - B) / peak); B starting balance plus the profits closed so far, at each moment of a closing',
  source: 'Balance drawdown of MetaTrader 5 reports',
  compute: (sample) => {
    if (positionProblem(sample) === 'not-given') return none('not-given', 0)
    const { value, interval } = sample.closedFalls().fraction
    return some(value * 100, sample.closed.length, { interval: interval && [interval[0] * 100, interval[1] * 100] })
  },
}
