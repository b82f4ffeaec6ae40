import { showsAnnualized } from '../guards.ts'
import { type Metric, none, type Reason, some } from '../metric.ts'
import { correlation } from '../stats/statistics.ts'
import { sharpeRatio } from '../stats/sharpe-ratio.ts'
import { PERIODS, type Period } from './periods.ts'

export const sharpeDaily = sharpe('Daily', false)
const sharpeDailyAnnualized = sharpe('Daily', true)

function sharpe(period: Period, annualize: boolean): Metric {
  const { adjective, unit, perYear, series, minimum } = PERIODS[period]
  return {
    key: `sharpe${period}${annualize ? 'Annualized' : ''}`,
    title: `Sharpe ratio (${adjective}, ${annualize ? 'annualized' : `per ${unit}`})`,
    unit: 'ratio',
    better: 'higher',
    group: 'ratio',
    description: `Mean return above the risk-free rate (2% a year), divided by the standard deviation of returns; ${annualize ? 'annualized' : `per ${unit}`}.`,
    formula: `(m - rf / P) / s${annualize ? ' · sqrt(P)' : ''} of the ${adjective} returns; rf = 2% a year, P = ${perYear}`,
    source: 'Sharpe (1994); interval by Mertens (2002)',
    compute: (sample) =>
      sharpeRatio(sample, series(sample), {
        least: minimum,
        annualize,
        shown: !annualize || showsAnnualized(sample),
      }),
  }
}

const smartSharpe: Metric = {
  key: 'smartSharpe',
  title: 'Smart Sharpe ratio (annualized)',
  unit: 'ratio',
  better: 'higher',
  group: 'ratio',
  description: 'Sharpe ratio with a penalty for returns that resemble those of the day before.',
  formula: `Sharpe with s · sqrt(1 + 2·sum((n - j) / n · a^j)), j = 1 .. n - 1; a = absolute lag-1 autocorrelation; rf = 2% a year, P = ${PERIODS.Daily.perYear}`,
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

/** The ratio by which the deviation of long spans exceeds that of independent returns. */
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

export const SHARPE_RATIOS: readonly Metric[] = [
  sharpeDaily,
  sharpeDailyAnnualized,
  sharpe('Monthly', false),
  sharpe('Monthly', true),
  smartSharpe,
]
