export interface GuardLimits {
  /** In the currency of the account; null: a loss raises no level. */
  readonly dailyLoss: number | null
}
