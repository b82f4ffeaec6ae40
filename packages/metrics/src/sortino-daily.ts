import { type Metric } from './metric.ts'
import { sortinoRatio } from './sortino-ratio.ts'

export const sortinoDaily: Metric = {
  key: 'sortinoDaily',
  title: 'Sortino ratio (daily, per day)',
  unit: 'ratio',
  better: 'higher',
  description: 'Mean return above the acceptable one (5 % a year) by the deviation below it; per day.',
  compute: (sample) =>
    sortinoRatio(sample, sample.daily, {
      perYear: sample.daysPerYear,
      least: 2,
      annualize: false,
      shown: true,
    }),
}
