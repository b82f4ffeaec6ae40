/**
 * Count, mean and sum of squared deviations of the standardized Sharpe ratios of trials. Moments of several optimizations
 * merge, so a ledger keeps one line for each.
 */
export interface TrialMoments {
  readonly count: number
  readonly mean: number
  readonly squares: number
}
