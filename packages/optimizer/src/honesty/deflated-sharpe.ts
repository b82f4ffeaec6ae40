import { luckiestSharpe } from '@tradeloom/metrics'

import { probabilisticSharpe } from './probabilistic-sharpe.ts'
import type { SharpeSample } from './sharpe-sample.ts'
import type { TrialMoments } from './trial-moments.ts'

export interface DeflatedSharpe {
  /** Best Sharpe ratio per period to be expected by luck alone. */
  readonly threshold: number
  /** Probability that the true Sharpe ratio is above it. */
  readonly probability: number
}

/** Below this number of trials, their variance is not trusted alone. */
const FEW_TRIALS = 10

/**
 * The Sharpe ratio of the best of many trials against the best that luck explains (Bailey and López de Prado 2014). Every
 * distinct trial counts: the variance of the ratios already shrinks if trials are correlated, and counting fewer trials as
 * well would let luck pass more often than stated.
 */
export function deflatedSharpe(best: SharpeSample, trials: TrialMoments): DeflatedSharpe {
  const { count, squares } = trials
  const standardized = count > 1 ? squares / (count - 1) : 0
  const variance = Math.max(standardized, count < FEW_TRIALS ? 1 : 0) / (best.periods - 1)
  const threshold = luckiestSharpe({ count, variance })
  return { threshold, probability: probabilisticSharpe(best, threshold) }
}
