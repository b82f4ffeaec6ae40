import { type Metric, none, some } from './metric.ts'

export const ulcer: Metric = {
  key: 'ulcer',
  title: 'Ulcer index',
  unit: '%',
  better: 'lower',
  description: 'Root mean square of the drawdowns of daily equity.',
  compute: ({ days, initialBalance }) => {
    const n = days.equity.length
    if (n < 2) return none('too-few', n)
    let peak = initialBalance
    let squares = 0
    for (const equity of days.equity) {
      peak = Math.max(peak, equity)
      squares += ((peak - equity) / peak) ** 2
    }
    return some(Math.sqrt(squares / (n - 1)) * 100, n)
  },
}
