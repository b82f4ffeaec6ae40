import type { DataLogin } from './market-messages.ts'

/** What the process `fetches` is to fetch from a venue. */
export interface FetchJob {
  readonly marketDir: string
  /** The owner of what is fetched; null if it is shared. */
  readonly owner: string | null
  /** What the owner may store; null if unlimited. */
  readonly quotaBytes: number | null
  readonly instrumentId: string
  readonly venueId: string
  /** Where the venue is reached. */
  readonly urls: Readonly<Record<string, string>>
  /** The account that sees the prices of a venue which shows none without a login; its key is sealed. */
  readonly login: DataLogin | null
  /** Newest first, with how many minutes the market is open. UTC milliseconds, `from <= time < to`. */
  readonly parts: readonly { readonly from: number; readonly to: number; readonly minutes: number }[]
  /** For what is not whole yet. */
  readonly dir: string
}
