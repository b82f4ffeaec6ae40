import { type Metric, some } from '../metric.ts'

export const profit: Metric = {
  key: 'profit',
  title: 'Profit',
  unit: 'money',
  better: 'higher',
  group: 'return',
  description: 'Equity at the end less the starting balance.',
  formula: 'E_end - E_start',
  source: 'Accounting identity',
  compute: ({ equity, initialBalance, byDay }) =>
    some(equity - initialBalance, byDay.returns.length, {
      interval: byDay.pathInterval(({ growth }, draw) => ((growth[draw] as number) - 1) * initialBalance),
    }),
}
