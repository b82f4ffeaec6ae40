import { mergeMoments } from './merge-moments.ts'
import type { SharpeSample } from './sharpe-sample.ts'
import type { TrialMoments } from './trial-moments.ts'

/** Sharpe ratios of runs of different lengths are comparable once multiplied by the square root of their length. */
export function momentsOfTrials(trials: Iterable<Pick<SharpeSample, 'sharpe' | 'periods'>>): TrialMoments {
  return mergeMoments(
    Array.from(trials, ({ sharpe, periods }) => ({ count: 1, mean: sharpe * Math.sqrt(periods - 1), squares: 0 })),
  )
}
