import { drawdownInterval } from './drawdown-interval.ts'
import { type Metric, none, some } from '../metric.ts'

export const recoveryFactor: Metric = {
  key: 'recoveryFactor',
  title: 'Recovery factor',
  unit: 'ratio',
  better: 'higher',
  group: 'drawdown',
  description: 'Profit by maximum drawdown in money.',
  formula: '(E_end - E_start) / max(peak - E)',
  source: 'Recovery factor of MetaTrader 5 reports',
  compute: (sample) => {
    const { equity, initialBalance, maxDrawdown, ruined, byDay } = sample
    const n = byDay.returns.length
    if (ruined) return none('ruined', n)
    if (maxDrawdown === 0) return none('no-drawdown', n)
    return some((equity - initialBalance) / maxDrawdown, n, {
      interval: drawdownInterval(sample, ({ growth, fall }) => (growth - 1) / fall),
    })
  },
}
