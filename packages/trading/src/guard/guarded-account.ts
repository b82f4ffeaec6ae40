export interface GuardedPosition {
  readonly instrumentId: string
  /** Since when it has lacked the stop that it is to have; null if it has the stop, or wants none. */
  readonly unprotectedSince: number | null
}

/** What the stream of an instrument has said last. */
export interface HeardPrice {
  /** A message or a heartbeat: a quiet market is not stale. */
  readonly heardAt: number
  readonly isMarketClosed: boolean
  /** Older prices are stale. */
  readonly maxAgeMs: number
}

/** An account as its guardian sees it at one moment. Times are UTC milliseconds. */
export interface GuardedAccount {
  readonly now: number
  /**
   * Profit of the positions that were closed since the reference, and of those that are open, in the currency of the
   * account, at prices that stood for a while; null before any did. What was paid in or out is no result.
   */
  readonly result: number | null
  /** The same at the reference: at 00:00 UTC, or when the account was first watched on this day. */
  readonly referenceResult: number | null
  readonly positions: readonly GuardedPosition[]
  readonly prices: ReadonlyMap<string, HeardPrice>
  /** Since when orders have been UNKNOWN. */
  readonly unknownSince: readonly number[]
}
