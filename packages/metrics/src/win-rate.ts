import { type Metric, none, some } from './metric.ts'

export const winRate: Metric = {
  key: 'winRate',
  title: 'Win rate',
  unit: '%',
  better: 'higher',
  description: 'Positions closed with a profit, of all closed ones.',
  compute: ({ closed }) => {
    const n = closed.length
    if (n === 0) return none('no-trades', 0)
    const wins = closed.filter(({ profit }) => profit > 0).length
    return some((wins / n) * 100, n, { interval: wilson(wins / n, n) })
  },
}

/** Wilson's interval of a share. */
function wilson(share: number, n: number): readonly [number, number] {
  const z = 1.96
  const middle = share + (z * z) / (2 * n)
  const reach = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  const scale = 100 / (1 + (z * z) / n)
  return [(middle - reach) * scale, (middle + reach) * scale]
}
