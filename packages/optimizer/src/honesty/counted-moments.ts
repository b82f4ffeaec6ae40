import type { TrialMoments } from '@tradeloom/metrics'

/**
 * Moments with further trials that have no Sharpe ratio, such as those that were cut: they raise the number of trials and
 * leave mean and variance as they are.
 */
export function countedMoments({ count, mean, squares }: TrialMoments, others: number): TrialMoments {
  const all = count + others
  return { count: all, mean, squares: count > 1 ? (squares / (count - 1)) * (all - 1) : squares }
}
