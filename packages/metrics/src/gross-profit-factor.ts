import { type Metric, none, some } from './metric.ts'
import { bootstrap } from './bootstrap.ts'

export const grossProfitFactor: Metric = {
  key: 'grossProfitFactor',
  title: 'Profit factor (gross)',
  unit: 'ratio',
  better: 'higher',
  description: 'Sum of the profits by the sum of the losses of closed positions.',
  compute: ({ closed }) => {
    const n = closed.length
    if (n === 0) return none('no-trades', 0)
    const profits = closed.map(({ profit }) => profit)
    const value = factor(profits)
    return value === Infinity ? none('no-loss', n) : some(value, n, { interval: bootstrap(profits, 1, factor) })
  },
}

function factor(profits: ArrayLike<number>): number {
  let gains = 0
  let losses = 0
  for (let at = 0; at < profits.length; at++) {
    const profit = profits[at] as number
    if (profit > 0) gains += profit
    else losses -= profit
  }
  return losses === 0 ? Infinity : gains / losses
}
