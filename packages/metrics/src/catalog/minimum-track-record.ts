import { type Metric, none, some, type Reason } from '../metric.ts'
import { sharpeDaily } from './sharpe-daily.ts'
import { sharpeError } from './sharpe-ratio.ts'

export const minimumTrackRecord: Metric = {
  key: 'minimumTrackRecord',
  title: 'Minimum track record',
  unit: 'periods',
  better: 'lower',
  group: 'trust',
  description: 'Days needed to trust at 95 % that the Sharpe ratio is above 1 a year.',
  formula:
    '1 + (1 - g3·SR + (k - 1) / 4·SR^2)·(1.645 / (SR - 1 / sqrt(P)))^2; SR per day with rf = 2 % a year, P = 260 days a year (365 where weekends are traded)',
  source: 'Bailey and López de Prado (2012)',
  compute: (sample) => {
    const { returns, perYear } = sample.byDay
    const n = returns.length
    const sharpe = sharpeDaily.compute(sample)
    if (sharpe.value === null) return none(sharpe.reason as Reason, n)
    const distance = sharpe.value - 1 / Math.sqrt(perYear)
    if (distance <= 0) return none('below-target', n)
    const spread = sharpeError(returns, sharpe.value) ** 2 * (n - 1)
    return some(1 + spread * (1.645 / distance) ** 2, n)
  },
}
