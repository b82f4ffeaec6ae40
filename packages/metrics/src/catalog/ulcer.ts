import { type Metric, none, some } from '../metric.ts'

export const ulcer: Metric = {
  key: 'ulcer',
  title: 'Ulcer index',
  unit: '%',
  better: 'lower',
  group: 'drawdown',
  description: 'Root mean square of the drawdowns of daily equity.',
  formula: 'sqrt(sum(dd^2) / (n - 1)); dd drawdown at the end of each day',
  source: 'Martin and McCann (1989), n - 1 as in quantstats and Jesse',
  compute: ({ dailyEquity, initialBalance, byDay }) => {
    const n = dailyEquity.length
    if (n < 2) return none('too-few', n)
    let peak = initialBalance
    let squares = 0
    for (const equity of dailyEquity) {
      peak = Math.max(peak, equity)
      squares += ((peak - equity) / peak) ** 2
    }
    return some(Math.sqrt(squares / (n - 1)) * 100, n, {
      interval: byDay.pathInterval((paths, draw) => Math.sqrt((paths.squares[draw] as number) / (n - 1)) * 100),
    })
  },
}
