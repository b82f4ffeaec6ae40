import type { AccountLevel } from '@tradeloom/domain'
import type { VenueAddresses } from '@tradeloom/venues'
import type { PoolConfig } from 'pg'
import type { MeasuredAccount } from '../../trading-core/guard/measured-account.ts'
import type { HeartbeatOptions } from './heartbeat.ts'
import type { KillListenerAddress } from './kill-listener.ts'

/** What the owner tells the process. Keys come over their pipe, sealed ones from the database. */
export type GuardianCommand =
  | {
      readonly do: 'open'
      readonly connection: PoolConfig
      /** Where venues are reached if their settings name no other addresses, by id. */
      readonly urls: Readonly<Record<string, VenueAddresses>>
      readonly marketDir: string
      /** What it knows, for a start without the database. */
      readonly file: string
      /** Of the names of orders, see `clientId`. */
      readonly installation: string
      /** Null: nobody watches from outside. */
      readonly heartbeat: HeartbeatOptions | null
      /** Of which the disk must not be full. */
      readonly dataDir: string
      /** Null: pages use the switch at the server alone. */
      readonly kill: KillListenerAddress | null
    }
  /** Accounts or limits have changed. */
  | { readonly do: 'look' }

/** What the process tells its owner. */
export type GuardianEvent =
  /** All accounts that it watches now. */
  | { readonly kind: 'watching'; readonly accountIds: readonly string[] }
  /** What its rules say of an account now, in words; empty when all is well again. */
  | { readonly kind: 'findings'; readonly account: AccountName; readonly reasons: readonly string[] }
  | {
      readonly kind: 'raised'
      readonly account: AccountName
      readonly level: AccountLevel
      readonly reason: string
    }
  /** What its rules measure: what has changed, and everything now and then. */
  | ({ readonly kind: 'measured' } & MeasuredAccount)
  /** Nothing of an account that was closed down is open any longer. */
  | { readonly kind: 'flat'; readonly account: AccountName }
  /** Prices that it needs. */
  | { readonly kind: 'wanted'; readonly instrumentIds: readonly string[] }
  /** Something failed; it is tried again. */
  | { readonly kind: 'failed'; readonly accountId: string | null; readonly message: string }

export interface AccountName {
  readonly accountId: string
  readonly userId: string
}
