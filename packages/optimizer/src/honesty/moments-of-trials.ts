import type { SharpeSample, TrialMoments } from '@tradeloom/metrics'

import { mergeMoments } from './merge-moments.ts'

/**
 * Of runs of different lengths, which are comparable once multiplied by the square root of their length. The risk-free rate
 * is not taken off: it weighs more the smaller the positions are, so that the luck of a lineage would depend on balances.
 */
export function momentsOfTrials(trials: Iterable<Pick<SharpeSample, 'meanByDeviation' | 'periods'>>): TrialMoments {
  return mergeMoments(
    Array.from(trials, ({ meanByDeviation, periods }) => ({
      count: 1,
      rated: 1,
      mean: meanByDeviation * Math.sqrt(periods - 1),
      squares: 0,
    })),
  )
}
