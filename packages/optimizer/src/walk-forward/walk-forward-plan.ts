/** How a period is divided into training and test windows. Times are UTC milliseconds, ends exclusive. */
export interface WalkForwardPlan {
  readonly start: number
  readonly end: number
  /** Length of a training window: of the first one, if anchored. */
  readonly trainDays: number
  readonly testDays: number
  /** Training windows all begin at the start, instead of moving along. */
  readonly isAnchored: boolean
  /** Days left out between training and test, so that no position reaches across. */
  readonly embargoDays?: number
  readonly seed: number
}
