import type { Frequency, KnownQuality } from '@tradeloom/domain'

/** A dataset as it is stored: what identifies it, and how it is to be read. */
export interface KnownSeriesHead {
  /** Provider and code: `FRED:CPIAUCSL`. */
  readonly code: string
  /** Null for a dataset with one column. */
  readonly column: string | null
  readonly frequency: Frequency
  readonly unit: string | null
}

/** One immutable state of a stored dataset. */
export interface KnownGeneration extends KnownSeriesHead {
  /** Of its content: equal values known at equal times have equal hashes. */
  readonly hash: string
  readonly rows: number
  /** The first and the last time at which something became known, UTC milliseconds; null without rows. */
  readonly first: number | null
  readonly last: number | null
  /** What known times rest on, least certain first. */
  readonly qualities: readonly KnownQuality[]
  /** Whether every user of this computer may read it; otherwise the users whose rows name it. */
  readonly isShared: boolean
  /** UTC milliseconds. */
  readonly madeAt: number
}
