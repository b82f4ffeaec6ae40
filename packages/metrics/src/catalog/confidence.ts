import { goodPercent } from '@tradeloom/domain'
import { type Metric, none, type Reason, some } from '../metric.ts'
import { luckiestSharpe } from '../stats/luckiest-sharpe.ts'
import { sharpeError } from '../stats/sharpe-ratio.ts'
import { normalProbability } from '../stats/statistics.ts'
import type { MetricValue } from '../metric.ts'
import type { Sample } from '../stats/sample.ts'
import { PERIODS } from './periods.ts'
import { sharpeDaily } from './sharpe.ts'

const CONFIDENCE_ITSELF = 'Itself a statement of confidence.'

const probabilisticSharpe: Metric = {
  key: 'probabilisticSharpe',
  title: 'Probabilistic Sharpe ratio',
  unit: 'probability',
  better: 'higher',
  group: 'trust',
  description: 'Probability that the true Sharpe ratio is above 1 a year.',
  formula: `Phi((SR - 1 / sqrt(P)) / sqrt((1 - g3·SR + (k - 1) / 4·SR^2) / (n - 1))); SR per day with rf = 2% a year, k raw kurtosis, P = ${PERIODS.Daily.perYear}`,
  source: 'Bailey and López de Prado (2012)',
  noInterval: CONFIDENCE_ITSELF,
  compute: (sample) => sharpeProbability(sample, 1 / Math.sqrt(sample.byDay.perYear)),
}

const deflatedSharpe: Metric = {
  key: 'deflatedSharpe',
  title: 'Deflated Sharpe ratio',
  unit: 'probability',
  better: 'higher',
  group: 'trust',
  description: 'Probability that the true Sharpe ratio is above the best one expected by luck among all trials.',
  formula: 'PSR against sqrt(Var SR)·((1 - gamma)·z(1 - 1 / t) + gamma·z(1 - 1 / (t·e))); t trials, 0 for one',
  source: 'Bailey and López de Prado (2014)',
  noInterval: CONFIDENCE_ITSELF,
  compute: (sample) => sharpeProbability(sample, sample.trials ? luckiestSharpe(sample.trials) : 0),
}

/** Probability that the true Sharpe ratio per day is above `target`. */
function sharpeProbability(sample: Sample, target: number): MetricValue {
  const { returns } = sample.byDay
  const sharpe = sharpeDaily.compute(sample)
  if (sharpe.value === null) return none(sharpe.reason as Reason, returns.length)
  return some(normalProbability((sharpe.value - target) / sharpeError(returns, sharpe.value)), returns.length)
}

const minimumTrackRecord: Metric = {
  key: 'minimumTrackRecord',
  title: 'Minimum track record',
  unit: 'periods',
  better: 'lower',
  group: 'trust',
  description: 'Days needed to be 95% confident that the Sharpe ratio is above 1 a year.',
  formula: `1 + (1 - g3·SR + (k - 1) / 4·SR^2)·(1.645 / (SR - 1 / sqrt(P)))^2; SR per day with rf = 2% a year, P = ${PERIODS.Daily.perYear}`,
  source: 'Bailey and López de Prado (2012)',
  noInterval: CONFIDENCE_ITSELF,
  compute: (sample) => {
    const { returns, perYear } = sample.byDay
    const n = returns.length
    const sharpe = sharpeDaily.compute(sample)
    if (sharpe.value === null) return none(sharpe.reason as Reason, n)
    const distance = sharpe.value - 1 / Math.sqrt(perYear)
    if (distance <= 0) return none('below-target', n)
    const spread = sharpeError(returns, sharpe.value) ** 2 * (n - 1)
    return some(1 + spread * (1.645 / distance) ** 2, n)
  },
}

const dataQuality: Metric = {
  key: 'dataQuality',
  title: 'Data quality',
  unit: '%',
  better: 'higher',
  group: 'trust',
  description: 'Share of the minute bars of the market data without a defect.',
  formula: 'good M1 bars / all M1 bars',
  source: 'History quality of MetaTrader 5 reports',
  noInterval: 'A count of bars, not an estimate.',
  compute: ({ quality }) => {
    if (!quality) return none('not-graded', 0)
    return quality.all === 0 ? none('too-few', 0) : some(goodPercent(quality.good, quality.all), quality.all)
  },
}

export const CONFIDENCE: readonly Metric[] = [probabilisticSharpe, deflatedSharpe, minimumTrackRecord, dataQuality]
