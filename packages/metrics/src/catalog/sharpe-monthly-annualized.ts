import { showsAnnualized } from '../guards.ts'
import type { Metric } from '../metric.ts'
import { sharpeRatio } from './sharpe-ratio.ts'

export const sharpeMonthlyAnnualized: Metric = {
  key: 'sharpeMonthlyAnnualized',
  title: 'Sharpe ratio (monthly, annualized)',
  unit: 'ratio',
  better: 'higher',
  group: 'ratio',
  description: 'Mean return above the risk-free rate (2 % a year) by the deviation of returns; a year.',
  formula: '(m - rf / P) / s · sqrt(P) of the monthly returns; rf = 2 % a year, P = 12 months a year',
  source: 'Sharpe (1994); interval by Mertens (2002)',
  compute: (sample) =>
    sharpeRatio(sample, sample.byMonth, { least: 3, annualize: true, shown: showsAnnualized(sample) }),
}
