import { cagr } from './cagr.ts'
import { drawdownInterval } from './drawdown-interval.ts'
import { hasTraded, showsAnnualized } from '../guards.ts'
import { type Metric, none, some } from '../metric.ts'

export const calmar: Metric = {
  key: 'calmar',
  title: 'Calmar ratio',
  unit: 'ratio',
  better: 'higher',
  group: 'drawdown',
  description: 'Annual growth by maximum drawdown.',
  formula: 'CAGR / maximum drawdown',
  source: 'Young (1991), over the whole run',
  compute: (sample) => {
    const { value, n } = cagr.compute(sample)
    if (!hasTraded(sample)) return none('no-trades', n)
    if (sample.ruined) return none('ruined', n)
    if (sample.maxDrawdownFraction === 0) return none('no-drawdown', n)
    return some((value ?? Number.NaN) / (sample.maxDrawdownFraction * 100), n, {
      interval: drawdownInterval(sample, ({ growth, depth }) => {
        return (Math.max(0, growth) ** (365.25 / sample.length) - 1) / depth
      }),
      shown: showsAnnualized(sample),
    })
  },
}
