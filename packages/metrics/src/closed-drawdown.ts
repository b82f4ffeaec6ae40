import { type Metric, some } from './metric.ts'

export const closedDrawdown: Metric = {
  key: 'closedDrawdown',
  title: 'Closed-balance drawdown',
  unit: '%',
  better: 'lower',
  description: 'Largest fall of the balance below its peak, counting closed positions only.',
  compute: ({ closed, initialBalance }) => {
    let balance = initialBalance
    let peak = initialBalance
    let largest = 0
    for (const { profit } of closed) {
      balance += profit
      peak = Math.max(peak, balance)
      largest = Math.max(largest, (peak - balance) / peak)
    }
    return some(largest * 100, closed.length)
  },
}
