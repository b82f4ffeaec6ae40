import { showsAnnualized } from '../guards.ts'
import type { Metric } from '../metric.ts'
import { sortinoRatio } from './sortino-ratio.ts'

export const sortinoDailyAnnualized: Metric = {
  key: 'sortinoDailyAnnualized',
  title: 'Sortino ratio (daily, annualized)',
  unit: 'ratio',
  better: 'higher',
  group: 'ratio',
  description: 'Mean return above the acceptable one (5 % a year) by the deviation below it; a year.',
  formula:
    '(m - h) / sqrt(sum(min(0, r - h)^2) / n) · sqrt(P), h = MAR / P, n = all daily returns; MAR = 5 % a year, P = 260 days a year (365 where weekends are traded)',
  source: 'Sortino and Price (1994)',
  compute: (sample) =>
    sortinoRatio(sample, sample.byDay, { least: 2, annualize: true, shown: showsAnnualized(sample) }),
}
