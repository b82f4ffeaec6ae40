import { type Metric, none, some } from './metric.ts'
import { sharpeDaily } from './sharpe-daily.ts'
import { sharpeError } from './sharpe-ratio.ts'

export const minimumTrackRecord: Metric = {
  key: 'minimumTrackRecord',
  title: 'Minimum track record',
  unit: 'periods',
  better: 'lower',
  description: 'Days needed to trust at 95 % that the Sharpe ratio is above 1 a year.',
  compute: (sample) => {
    const { daily, daysPerYear } = sample
    const sharpe = sharpeDaily.compute(sample)
    if (sharpe.value === null) return none(sharpe.reason ?? 'too-few', daily.length)
    const distance = sharpe.value - 1 / Math.sqrt(daysPerYear)
    if (distance <= 0) return none('below-target', daily.length)
    const spread = sharpeError(daily, sharpe.value) ** 2 * (daily.length - 1)
    return some(1 + spread * (1.645 / distance) ** 2, daily.length)
  },
}
