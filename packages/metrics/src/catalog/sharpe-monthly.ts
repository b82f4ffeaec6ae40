import type { Metric } from '../metric.ts'
import { sharpeRatio } from './sharpe-ratio.ts'

export const sharpeMonthly: Metric = {
  key: 'sharpeMonthly',
  title: 'Sharpe ratio (monthly, per month)',
  unit: 'ratio',
  better: 'higher',
  group: 'ratio',
  description: 'Mean return above the risk-free rate (2 % a year) by the deviation of returns; per month.',
  formula: '(m - rf / P) / s of the monthly returns; rf = 2 % a year, P = 12 months a year',
  source: 'Sharpe (1994); interval by Mertens (2002)',
  compute: (sample) => sharpeRatio(sample, sample.byMonth, { least: 3, annualize: false, shown: true }),
}
