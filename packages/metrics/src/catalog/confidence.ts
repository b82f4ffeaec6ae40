import { goodPercent } from '@tradeloom/domain'
import { type Metric, type MetricValue, none, type Reason, some } from '../metric.ts'
import { luckiestSharpe } from '../stats/luckiest-sharpe.ts'
import { minimumTrackRecord } from '../stats/minimum-track-record.ts'
import { probabilisticSharpe } from '../stats/probabilistic-sharpe.ts'
import type { Sample } from '../stats/sample.ts'
import type { SharpeSample } from '../stats/sharpe-sample.ts'
import { sharpeTarget } from '../stats/sharpe-target.ts'
import { PERIODS } from './periods.ts'
import { sharpeDaily } from './sharpe.ts'

const CONFIDENCE_ITSELF = 'Itself a statement of confidence.'

const probabilisticSharpeRatio: Metric = {
  key: 'probabilisticSharpe',
  title: 'Probabilistic Sharpe ratio',
  unit: 'probability',
  better: 'higher',
  group: 'trust',
  description: 'Probability that the true Sharpe ratio is above 1 a year.',
  formula: `Phi((SR - 1 / sqrt(P)) / sqrt((1 - g3·SR + (k - 1) / 4·SR^2) / (n - 1))); SR per day with rf = 2% a year, k raw kurtosis, P = ${PERIODS.Daily.perYear}`,
  source: 'Bailey and López de Prado (2012)',
  noInterval: CONFIDENCE_ITSELF,
  compute: (sample) => ofSharpe(sample, (found) => probabilisticSharpe(found, sharpeTarget(sample.byDay.perYear))),
}

const deflatedSharpe: Metric = {
  key: 'deflatedSharpe',
  title: 'Deflated Sharpe ratio',
  unit: 'probability',
  better: 'higher',
  group: 'trust',
  description:
    'Probability that the true Sharpe ratio is above the best one expected by luck among all trials of the lineage: its backtests and the backtests of its optimizations.',
  formula:
    'PSR against sqrt(Var w / (n - 1))·((1 - gamma)·z(1 - 1 / t) + gamma·z(1 - 1 / (t·e))); t trials, 0 for one; w = m / s · sqrt(n - 1) of each trial, without a risk-free rate; Var w at least 1 for t < 10',
  source: 'Bailey and López de Prado (2014)',
  noInterval: CONFIDENCE_ITSELF,
  compute: (sample) => {
    const { trials } = sample
    const metric = ofSharpe(sample, (found) =>
      probabilisticSharpe(found, trials ? luckiestSharpe(trials, found.periods) : 0),
    )
    return metric.value === null || !trials ? metric : { ...metric, trials: trials.count }
  },
}

/** A statement about the daily Sharpe ratio; without a value where that has none. */
function ofSharpe(sample: Sample, value: (found: SharpeSample) => number): MetricValue {
  const { returns, sharpe } = sample.byDay
  const { reason } = sharpeDaily.compute(sample)
  return reason === null
    ? some(value(sharpe() as SharpeSample), returns.length)
    : none(reason as Reason, returns.length)
}

const minimumTrackRecordOfRun: Metric = {
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
    const { returns, perYear, sharpe } = sample.byDay
    const { reason } = sharpeDaily.compute(sample)
    if (reason !== null) return none(reason as Reason, returns.length)
    const needed = minimumTrackRecord(sharpe() as SharpeSample, sharpeTarget(perYear))
    return needed === null ? none('below-target', returns.length) : some(needed, returns.length)
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

export const CONFIDENCE: readonly Metric[] = [
  probabilisticSharpeRatio,
  deflatedSharpe,
  minimumTrackRecordOfRun,
  dataQuality,
]
