import { hasTraded, type Metric, some } from './metric.ts'
import { type Draws, intervalOf } from './bootstrap.ts'

export const totalReturn: Metric = {
  key: 'totalReturn',
  title: 'Return',
  unit: '%',
  better: 'higher',
  description: 'Profit in per cent of the starting balance.',
  compute: (sample) => {
    const value = (sample.equity / sample.initialBalance - 1) * 100
    return some(value, sample.daily.length, {
      interval: hasTraded(sample) ? intervalOf(sample.dailyDraws(), percent) : null,
    })
  },
}

function percent({ growths }: Draws, draw: number): number {
  return ((growths[draw] as number) - 1) * 100
}
