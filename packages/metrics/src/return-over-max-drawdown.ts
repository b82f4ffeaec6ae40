import { type Metric, none, some } from './metric.ts'

export const returnOverMaxDrawdown: Metric = {
  key: 'returnOverMaxDrawdown',
  title: 'Return / maximum drawdown',
  unit: 'ratio',
  better: 'higher',
  description:
    'Return in per cent by maximum drawdown in per cent, only if positive. The profit factor of the backtest list.',
  compute: ({ equity, initialBalance, maxDrawdownFraction, closed }) => {
    if (maxDrawdownFraction === 0) return none('no-drawdown', closed.length)
    const ratio = (equity / initialBalance - 1) / maxDrawdownFraction
    return ratio > 0 ? some(ratio, closed.length) : none('not-positive', closed.length)
  },
}
