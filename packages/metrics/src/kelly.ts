import { type Metric, none, some } from './metric.ts'
import { mean } from './statistics.ts'

export const kelly: Metric = {
  key: 'kelly',
  title: 'Kelly fraction',
  unit: 'ratio',
  better: 'higher',
  description: 'Share of the account that the closed positions would justify risking; negative without an edge.',
  compute: ({ closed }) => {
    const n = closed.length
    if (n === 0) return none('no-trades', 0)
    if (n < 2) return none('too-few', n)
    const wins = closed.map(({ profit }) => profit).filter((profit) => profit > 0)
    const losses = closed.map(({ profit }) => -profit).filter((loss) => loss > 0)
    if (wins.length === 0) return none('no-win', n)
    if (losses.length === 0) return none('no-loss', n)
    const share = wins.length / n
    return some(Math.min(1, share - (1 - share) / (mean(wins) / mean(losses))), n, { shown: n >= 30 })
  },
}
