import { type Metric, MONTHS_PER_YEAR, showsAnnualized } from './metric.ts'
import { sharpeRatio } from './sharpe-ratio.ts'

export const sharpeMonthlyAnnualized: Metric = {
  key: 'sharpeMonthlyAnnualized',
  title: 'Sharpe ratio (monthly, annualized)',
  unit: 'ratio',
  better: 'higher',
  description: 'Mean return above the risk-free rate (2 % a year) by the deviation of returns; a year.',
  compute: (sample) =>
    sharpeRatio(sample, sample.monthly, {
      perYear: MONTHS_PER_YEAR,
      least: 3,
      annualize: true,
      shown: showsAnnualized(sample),
    }),
}
