import { positionProblem } from '../guards.ts'
import { type Metric, none, some } from '../metric.ts'

export const winRate: Metric = {
  key: 'winRate',
  title: 'Win rate',
  unit: '%',
  better: 'higher',
  group: 'positions',
  description: 'Positions closed with a profit, of all closed ones.',
  formula: 'wins / n; a profit of zero counts in n',
  source: 'Interval by Wilson (1927)',
  compute: (sample) => {
    const problem = positionProblem(sample)
    if (problem) return none(problem, 0)
    const n = sample.profits.length
    const wins = sample.profits.filter((profit) => profit > 0).length
    return some((wins / n) * 100, n, { interval: n < 2 ? null : wilson(wins / n, n) })
  },
}

/** Wilson's interval of a share, in per cent. */
function wilson(share: number, n: number): readonly [number, number] {
  const z = 1.96
  const middle = share + (z * z) / (2 * n)
  const reach = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  const scale = 100 / (1 + (z * z) / n)
  // None and all are bounds of their own, which rounding would miss.
  return [share === 0 ? 0 : (middle - reach) * scale, share === 1 ? 100 : (middle + reach) * scale]
}
