import { type Metric, none, some } from './metric.ts'

export const recoveryFactor: Metric = {
  key: 'recoveryFactor',
  title: 'Recovery factor',
  unit: 'ratio',
  better: 'higher',
  description: 'Profit by maximum drawdown in money.',
  compute: ({ equity, initialBalance, maxDrawdown, closed }) =>
    maxDrawdown === 0
      ? none('no-drawdown', closed.length)
      : some((equity - initialBalance) / maxDrawdown, closed.length),
}
