import type { Metric } from '../metric.ts'
import { sharpeProbability } from './sharpe-probability.ts'

export const probabilisticSharpe: Metric = {
  key: 'probabilisticSharpe',
  title: 'Probabilistic Sharpe ratio',
  unit: 'probability',
  better: 'higher',
  group: 'trust',
  description: 'Probability that the true Sharpe ratio is above 1 a year.',
  formula:
    'Phi((SR - 1 / sqrt(P)) / sqrt((1 - g3·SR + (k - 1) / 4·SR^2) / (n - 1))); SR per day with rf = 2 % a year, k raw kurtosis, P = 260 days a year (365 where weekends are traded)',
  source: 'Bailey and López de Prado (2012)',
  compute: (sample) => sharpeProbability(sample, 1 / Math.sqrt(sample.byDay.perYear)),
}
