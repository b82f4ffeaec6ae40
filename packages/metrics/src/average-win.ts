import { type Metric, none, some } from './metric.ts'
import { mean } from './statistics.ts'

export const averageWin: Metric = {
  key: 'averageWin',
  title: 'Average win',
  unit: 'money',
  better: 'higher',
  description: 'Mean profit of the positions closed with a profit.',
  compute: ({ closed }) => {
    if (closed.length === 0) return none('no-trades', 0)
    const chosen = closed.map(({ profit }) => profit).filter((profit) => profit > 0)
    return chosen.length === 0 ? none('no-win', closed.length) : some(mean(chosen), chosen.length)
  },
}
