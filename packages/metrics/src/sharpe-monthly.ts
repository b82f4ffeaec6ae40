import { type Metric, MONTHS_PER_YEAR } from './metric.ts'
import { sharpeRatio } from './sharpe-ratio.ts'

export const sharpeMonthly: Metric = {
  key: 'sharpeMonthly',
  title: 'Sharpe ratio (monthly, per month)',
  unit: 'ratio',
  better: 'higher',
  description: 'Mean return above the risk-free rate (2 % a year) by the deviation of returns; per month.',
  compute: (sample) =>
    sharpeRatio(sample, sample.monthly, {
      perYear: MONTHS_PER_YEAR,
      least: 3,
      annualize: false,
      shown: true,
    }),
}
