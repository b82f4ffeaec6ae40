import { type Metric, none, some } from './metric.ts'
import { mean } from './statistics.ts'

export const averageLoss: Metric = {
  key: 'averageLoss',
  title: 'Average loss',
  unit: 'money',
  better: 'lower',
  description: 'Mean loss of the positions closed with a loss, as a positive number.',
  compute: ({ closed }) => {
    if (closed.length === 0) return none('no-trades', 0)
    const chosen = closed.map(({ profit }) => profit).filter((profit) => profit < 0)
    return chosen.length === 0 ? none('no-loss', closed.length) : some(-mean(chosen), chosen.length)
  },
}
