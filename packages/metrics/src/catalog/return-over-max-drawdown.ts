import { drawdownInterval } from './drawdown-interval.ts'
import { type Metric, none, some } from '../metric.ts'

export const returnOverMaxDrawdown: Metric = {
  key: 'returnOverMaxDrawdown',
  title: 'Return / maximum drawdown',
  unit: 'ratio',
  better: 'higher',
  group: 'drawdown',
  description:
    'Return in per cent by maximum drawdown in per cent, only if positive. The profit factor of the backtest list.',
  formula: '(E_end / E_start - 1) / maximum drawdown; none unless positive',
  source: 'Profit factor of the product specification',
  compute: (sample) => {
    const { equity, initialBalance, maxDrawdownFraction, ruined, byDay } = sample
    const n = byDay.returns.length
    if (ruined) return none('ruined', n)
    if (maxDrawdownFraction === 0) return none('no-drawdown', n)
    const ratio = (equity / initialBalance - 1) / maxDrawdownFraction
    if (ratio <= 0) return none('not-positive', n)
    return some(ratio, n, {
      interval: drawdownInterval(sample, ({ growth, depth }) => (growth - 1) / depth),
    })
  },
}
