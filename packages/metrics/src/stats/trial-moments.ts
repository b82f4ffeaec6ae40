/**
 * Count, mean and sum of squared deviations of what trials earned by mean and deviation of their returns, each multiplied by
 * the square root of its number of returns less one. Moments of several optimizations merge, so a ledger keeps one line for
 * each.
 */
export interface TrialMoments {
  readonly count: number
  readonly mean: number
  readonly squares: number
}
