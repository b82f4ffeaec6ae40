import type { DataLogin } from '@tradeloom/contracts'
import type { FetchOutcome, MissingPart } from '@tradeloom/market-data'
import type { VenueAddresses } from '@tradeloom/venues'

/** A fetch as plain data. */
export interface FetchJob {
  readonly marketDir: string
  /** The owner of what is fetched; null if it is shared. */
  readonly owner: string | null
  /** What the owner may store; null if unlimited. */
  readonly quotaBytes: number | null
  readonly instrumentId: string
  readonly venueId: string
  /** Where the venue is reached. */
  readonly urls: VenueAddresses
  /** The account that sees the prices of a venue which shows none without a login; its key is sealed. */
  readonly login: DataLogin | null
  /** Newest first. */
  readonly parts: readonly MissingPart[]
  /** For what is not whole yet. */
  readonly dir: string
}

export type FetchAnswer = FetchOutcome
