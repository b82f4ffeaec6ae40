import { hasTraded, type Metric, none, showsAnnualized, some } from './metric.ts'
import { cagr } from './cagr.ts'

export const calmar: Metric = {
  key: 'calmar',
  title: 'Calmar ratio',
  unit: 'ratio',
  better: 'higher',
  description: 'Annual growth by maximum drawdown.',
  compute: (sample) => {
    const growth = cagr.compute(sample)
    if (!hasTraded(sample)) return none('no-trades', growth.n)
    if (sample.ruined) return none('ruined', growth.n)
    if (sample.maxDrawdownFraction === 0) return none('no-drawdown', growth.n)
    return some((growth.value ?? NaN) / (sample.maxDrawdownFraction * 100), growth.n, {
      shown: showsAnnualized(sample),
    })
  },
}
