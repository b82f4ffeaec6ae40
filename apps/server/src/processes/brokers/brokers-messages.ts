import type { PoolConfig } from 'pg'
import type { VenueAddresses } from '@tradeloom/venues'
import type { CrashPoint } from '../../trading-core/intents/crash-points.ts'

/** What the owner tells the process. Keys come over their pipe, sealed ones from the database. */
export type BrokersCommand =
  | {
      readonly do: 'open'
      readonly connection: PoolConfig
      /** Where venues are reached if their settings name no other addresses, by id. */
      /** Where the tick log is. */
      readonly marketDir: string
      /** Of this installation, see `clientId`. */
      readonly installation: string
      readonly urls: Readonly<Record<string, VenueAddresses>>
      /** Only of tests: where it kills itself. */
      readonly crashAt?: CrashPoint
    }
  /** Connections have come or gone. */
  | { readonly do: 'look' }
  /** New rows of an instrument are in the tick log. */
  | { readonly do: 'tick'; readonly instrumentId: string }

/** What the process tells its owner, after it was committed. */
export type BrokersEvent =
  | { readonly kind: 'ready' }
  /** A connection was tried, or was lost. */
  | {
      readonly kind: 'status'
      readonly userId: string
      readonly connectionId: string
      readonly isConnected: boolean
      /** Its key is refused, and tried again now and then. */
      readonly isRefused?: boolean
    }
  | { readonly kind: 'changed'; readonly change: BrokerChange }
  /** Instruments whose prices it needs, again and again. */
  | { readonly kind: 'wanted'; readonly instrumentIds: readonly string[] }
  /** Work on an account has failed; it is tried again. */
  | { readonly kind: 'failed'; readonly accountId: string | null; readonly message: string }

/** Something of an account has changed; whoever shows it reads it again. */
export interface BrokerChange {
  readonly userId: string
  readonly accountId: string
  readonly kind: 'order' | 'execution' | 'position' | 'balance'
  readonly id: string
}
