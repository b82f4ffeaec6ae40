import type { Metric } from '../metric.ts'
import { sharpeRatio } from './sharpe-ratio.ts'

export const sharpeDaily: Metric = {
  key: 'sharpeDaily',
  title: 'Sharpe ratio (daily, per day)',
  unit: 'ratio',
  better: 'higher',
  group: 'ratio',
  description: 'Mean return above the risk-free rate (2 % a year) by the deviation of returns; per day.',
  formula:
    '(m - rf / P) / s of the daily returns; rf = 2 % a year, P = 260 days a year (365 where weekends are traded)',
  source: 'Sharpe (1994); interval by Mertens (2002)',
  compute: (sample) => sharpeRatio(sample, sample.byDay, { least: 2, annualize: false, shown: true }),
}
