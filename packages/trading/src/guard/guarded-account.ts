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
  /** Balance and open profit; null if a price for it is missing. */
  readonly equity: number | null
  /** At 00:00 UTC, or when the account was first watched on this day. */
  readonly openingEquity: number
  /** Paid in less paid out since then. A reset of the account counts as a transfer. */
  readonly transferred: number
  readonly positions: readonly GuardedPosition[]
  readonly prices: ReadonlyMap<string, HeardPrice>
  /** Since when orders have been UNKNOWN. */
  readonly unknownSince: readonly number[]
}
