import { showsAnnualized } from '../guards.ts'
import type { Metric } from '../metric.ts'
import { sortinoRatio } from './sortino-ratio.ts'

export const sortinoMonthlyAnnualized: Metric = {
  key: 'sortinoMonthlyAnnualized',
  title: 'Sortino ratio (monthly, annualized)',
  unit: 'ratio',
  better: 'higher',
  group: 'ratio',
  description: 'Mean return above the acceptable one (5 % a year) by the deviation below it; a year.',
  formula:
    '(m - h) / sqrt(sum(min(0, r - h)^2) / n) · sqrt(P), h = MAR / P, n = all monthly returns; MAR = 5 % a year, P = 12 months a year',
  source: 'Sortino and Price (1994)',
  compute: (sample) =>
    sortinoRatio(sample, sample.byMonth, { least: 3, annualize: true, shown: showsAnnualized(sample) }),
}
