import { type Metric, none, some } from './metric.ts'
import { intervalOf } from './bootstrap.ts'

export const grossProfitFactor: Metric = {
  key: 'grossProfitFactor',
  title: 'Profit factor (gross)',
  unit: 'ratio',
  better: 'higher',
  description: 'Sum of the profits by the sum of the losses of closed positions.',
  compute: ({ profits, profitDraws }) => {
    const n = profits.length
    if (n === 0) return none('no-trades', 0)
    let gains = 0
    let losses = 0
    for (const profit of profits) {
      if (profit > 0) gains += profit
      else losses -= profit
    }
    if (losses === 0) return none('no-loss', n)
    const interval = intervalOf(
      profitDraws(),
      (draws, at) => (draws.gains[at] as number) / (draws.losses[at] as number),
    )
    return some(gains / losses, n, { interval })
  },
}
