import { type Metric, showsAnnualized } from './metric.ts'
import { sharpeRatio } from './sharpe-ratio.ts'

export const sharpeDailyAnnualized: Metric = {
  key: 'sharpeDailyAnnualized',
  title: 'Sharpe ratio (daily, annualized)',
  unit: 'ratio',
  better: 'higher',
  description: 'Mean return above the risk-free rate (2 % a year) by the deviation of returns; a year.',
  compute: (sample) =>
    sharpeRatio(sample, sample.daily, {
      perYear: sample.daysPerYear,
      least: 2,
      annualize: true,
      shown: showsAnnualized(sample),
    }),
}
