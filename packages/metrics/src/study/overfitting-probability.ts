import { none, some } from '../metric.ts'
import { type OverfittingInput, overfittingSplits } from './overfitting-splits.ts'
import type { StudyMetric } from './study-metric.ts'

export const overfittingProbability: StudyMetric<OverfittingInput> = {
  key: 'overfittingProbability',
  title: 'Probability of backtest overfitting (PBO)',
  unit: 'probability',
  better: 'lower',
  description:
    'Share of the ways to halve the time in which the best trial of one half is below the median in the other. Trials with the same returns count once.',
  formula:
    'CSCV: (splits with λ < 0 + half of those with λ = 0) / splits; λ = ln(ω / (1 - ω)), ω = r / (N + 1), r = rank out of sample of the in-sample winner by m / s, without a risk-free rate, ties in the middle; blocks of equal length, the oldest returns that do not fill one are left out',
  source: 'Bailey, Borwein, López de Prado and Zhu (2017)',
  compute: (input) => {
    const { isEnough, periods, leftOut, logits } = overfittingSplits(input)
    const splits = logits.reduce((sum, logit) => sum + logit.splits, 0)
    if (splits === 0) return none(isEnough ? 'zero-deviation' : 'too-few', periods)
    const below = logits.reduce(
      (sum, { value, splits: count }) => sum + (value < 0 ? count : value === 0 ? count / 2 : 0),
      0,
    )
    return some(below / splits, periods - leftOut)
  },
}
