import { type Metric, showsAnnualized } from './metric.ts'
import { sortinoRatio } from './sortino-ratio.ts'

export const sortinoDailyAnnualized: Metric = {
  key: 'sortinoDailyAnnualized',
  title: 'Sortino ratio (daily, annualized)',
  unit: 'ratio',
  better: 'higher',
  description: 'Mean return above the acceptable one (5 % a year) by the deviation below it; a year.',
  compute: (sample) =>
    sortinoRatio(sample, sample.daily, {
      perYear: sample.daysPerYear,
      least: 2,
      annualize: true,
      shown: showsAnnualized(sample),
    }),
}
