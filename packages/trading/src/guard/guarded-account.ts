import type { AccountResults } from './account-results.ts'

export interface GuardedPosition {
  readonly instrumentId: string
  /** Since when it has lacked the stop that it is to have; null if it has the stop, or wants none. */
  readonly unprotectedSince: number | null
}

/** What the stream of an instrument has said last. */
export interface HeardPrice {
  /** There is none; then `heardAt` is when it was first looked for. */
  readonly isMissing?: boolean
  /** A message or a heartbeat: a quiet market is not stale. */
  readonly heardAt: number
  readonly isMarketClosed: boolean
  /** Older prices are stale. */
  readonly maxAgeMs: number
}

/** An account as its guardian sees it at one moment. Times are UTC milliseconds. */
export interface GuardedAccount extends AccountResults {
  readonly now: number
  readonly currency: string
  readonly positions: readonly GuardedPosition[]
  readonly prices: ReadonlyMap<string, HeardPrice>
  /** Since when orders have been UNKNOWN. */
  readonly unknownSince: readonly number[]
  /** What open positions have been worth together for a while, in its currency; null before that is known. */
  readonly exposure: number | null
  /** When orders were sent or changed of late. */
  readonly sentAt: readonly number[]
  /** By how much this clock has been ahead of that of prices for a while; null while it is not known. */
  readonly skewMs: number | null
  /** Of running sessions: for how long each has taken no prices while they came. */
  readonly sessionLags: readonly { readonly name: string; readonly ms: number }[]
}
