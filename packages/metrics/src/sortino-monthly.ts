import { type Metric, MONTHS_PER_YEAR } from './metric.ts'
import { sortinoRatio } from './sortino-ratio.ts'

export const sortinoMonthly: Metric = {
  key: 'sortinoMonthly',
  title: 'Sortino ratio (monthly, per month)',
  unit: 'ratio',
  better: 'higher',
  description: 'Mean return above the acceptable one (5 % a year) by the deviation below it; per month.',
  compute: (sample) =>
    sortinoRatio(sample, sample.monthly, {
      perYear: MONTHS_PER_YEAR,
      least: 3,
      annualize: false,
      shown: true,
    }),
}
