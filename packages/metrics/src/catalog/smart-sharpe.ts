import { showsAnnualized } from '../guards.ts'
import { type Metric, none, type Reason, some } from '../metric.ts'
import { correlation } from '../stats/statistics.ts'
import { sharpeDailyAnnualized } from './sharpe-daily-annualized.ts'

export const smartSharpe: Metric = {
  key: 'smartSharpe',
  title: 'Smart Sharpe ratio (annualized)',
  unit: 'ratio',
  better: 'higher',
  group: 'ratio',
  description: 'Sharpe ratio with a penalty on returns that resemble those of the day before.',
  formula:
    'Sharpe with s · sqrt(1 + 2·sum((n - j) / n · a^j)), j = 1 .. n - 1; a = size of the lag-1 autocorrelation; rf = 2 % a year, P = 260 days a year (365 where weekends are traded)',
  source: 'Lo (2002); penalty as in quantstats and Jesse',
  compute: (sample) => {
    const { returns } = sample.byDay
    const n = returns.length
    const { value, reason, interval } = sharpeDailyAnnualized.compute(sample)
    if (value === null) return none(reason as Reason, n)
    if (n < 3) return none('too-few', n)
    const penalty = 1 / autocorrelationPenalty(returns)
    return some(value * penalty, n, {
      interval: interval && [interval[0] * penalty, interval[1] * penalty],
      shown: showsAnnualized(sample),
    })
  },
}

/** How much the deviation of long spans exceeds that of independent returns. */
function autocorrelationPenalty(returns: readonly number[]): number {
  const n = returns.length
  const likeness = Math.abs(correlation(returns.slice(0, -1), returns.slice(1)))
  let sum = 0
  let power = 1
  for (let lag = 1; lag < n && power > 0; lag++) {
    power *= likeness
    sum += ((n - lag) / n) * power
  }
  return Math.sqrt(1 + 2 * sum)
}
