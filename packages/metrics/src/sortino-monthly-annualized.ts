import { type Metric, MONTHS_PER_YEAR, showsAnnualized } from './metric.ts'
import { sortinoRatio } from './sortino-ratio.ts'

export const sortinoMonthlyAnnualized: Metric = {
  key: 'sortinoMonthlyAnnualized',
  title: 'Sortino ratio (monthly, annualized)',
  unit: 'ratio',
  better: 'higher',
  description: 'Mean return above the acceptable one (5 % a year) by the deviation below it; a year.',
  compute: (sample) =>
    sortinoRatio(sample, sample.monthly, {
      perYear: MONTHS_PER_YEAR,
      least: 3,
      annualize: true,
      shown: showsAnnualized(sample),
    }),
}
