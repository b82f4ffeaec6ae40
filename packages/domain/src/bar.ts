/** A bar of bid prices, labeled with its start time (UTC milliseconds). */
export interface Bar {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  /** Last ask minus last bid. */
  readonly spread: number
}
