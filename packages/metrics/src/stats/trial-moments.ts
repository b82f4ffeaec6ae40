/** Of standardized values. */
export interface GroupMoments {
  readonly rated: number
  readonly mean: number
  readonly squares: number
}

/**
 * Count, mean and sum of squared deviations of what trials earned by mean and deviation of their returns, each multiplied by
 * the square root of its number of returns less one. Moments of several optimizations merge, so a ledger keeps one line for
 * each.
 */
export interface TrialMoments extends GroupMoments {
  readonly count: number
  /** Those with returns that vary. The others, such as one that ended with an error, only raise the number of trials. */
  readonly rated: number
  /** Moments of the means of groups of alike trials, for each way of grouping them; absent where returns are not kept. */
  readonly groupings?: readonly GroupMoments[]
}
