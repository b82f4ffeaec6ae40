import { type Metric, some } from '../metric.ts'

export const totalReturn: Metric = {
  key: 'totalReturn',
  title: 'Return',
  unit: '%',
  better: 'higher',
  group: 'return',
  description: 'Profit in per cent of the starting balance.',
  formula: 'E_end / E_start - 1',
  source: 'Accounting identity',
  compute: ({ byDay, equity, initialBalance }) =>
    some((equity / initialBalance - 1) * 100, byDay.returns.length, {
      interval: byDay.pathInterval(({ growth }, draw) => ((growth[draw] as number) - 1) * 100),
    }),
}
