import { luckiestSharpe } from './luckiest-sharpe.ts'
import type { Metric } from '../metric.ts'
import { sharpeProbability } from './sharpe-probability.ts'

export const deflatedSharpe: Metric = {
  key: 'deflatedSharpe',
  title: 'Deflated Sharpe ratio',
  unit: 'probability',
  better: 'higher',
  group: 'trust',
  description: 'Probability that the true Sharpe ratio is above the best one to be expected by luck among all trials.',
  formula: 'PSR against sqrt(Var SR)·((1 - gamma)·z(1 - 1 / t) + gamma·z(1 - 1 / (t·e))); t trials, 0 for one',
  source: 'Bailey and López de Prado (2014)',
  compute: (sample) => sharpeProbability(sample, sample.trials ? luckiestSharpe(sample.trials) : 0),
}
