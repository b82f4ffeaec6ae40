import { type Metric } from './metric.ts'
import { sharpeRatio } from './sharpe-ratio.ts'

export const sharpeDaily: Metric = {
  key: 'sharpeDaily',
  title: 'Sharpe ratio (daily, per day)',
  unit: 'ratio',
  better: 'higher',
  description: 'Mean return above the risk-free rate (2 % a year) by the deviation of returns; per day.',
  compute: (sample) =>
    sharpeRatio(sample, sample.daily, {
      perYear: sample.daysPerYear,
      least: 2,
      annualize: false,
      shown: true,
    }),
}
