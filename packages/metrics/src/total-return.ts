import { hasTraded, type Metric, some } from './metric.ts'
import { bootstrap } from './bootstrap.ts'

export const totalReturn: Metric = {
  key: 'totalReturn',
  title: 'Return',
  unit: '%',
  better: 'higher',
  description: 'Profit in per cent of the starting balance.',
  compute: (sample) => {
    const value = (sample.equity / sample.initialBalance - 1) * 100
    return some(value, sample.daily.length, { interval: hasTraded(sample) ? interval(sample.daily) : null })
  },
}

/** Days are drawn in blocks of 20, so that streaks stay together. */
function interval(daily: readonly number[]): readonly [number, number] | null {
  return bootstrap(daily, 20, (draw) => {
    let growth = 1
    for (let at = 0; at < draw.length; at++) growth *= 1 + (draw[at] as number)
    return (growth - 1) * 100
  })
}
