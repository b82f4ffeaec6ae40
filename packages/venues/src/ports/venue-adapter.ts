import type { AccountReader } from './account-reader.ts'
import type { AccountMessage, AccountStream } from './account-stream.ts'
import type { MarketFeed } from './market-feed.ts'
import type { OrderGateway } from './order-gateway.ts'
import type { VenueClock } from './venue-clock.ts'

/** Where a venue is reached. */
export interface VenueUrls {
  readonly rest: string
  readonly streams: string
  readonly wsApi: string
}

/** What an adapter needs of the process that it runs in. */
export interface VenueContext {
  readonly clock: VenueClock
  /** The venue's own addresses if omitted. */
  readonly urls?: Partial<VenueUrls>
  /** A folder in which processes tell each other until when a venue has forbidden all requests; it outlives them. */
  readonly sharedDir?: string | null
}

/** An account with the key that opens it. */
export interface VenueAccount extends VenueContext {
  readonly key: string
  readonly secret: string
  /** Everything that is sent may use what others have to leave of the rate budget: for the guardian. */
  readonly isUrgent?: boolean
}

/**
 * One venue. `adapters/<folder>/adapter.ts` exports its `adapters`, and nothing else has to know them. What a venue
 * cannot do has no factory.
 */
export interface VenueAdapter {
  /** As in instrument ids: `SIM` in `EURUSD:SIM`. */
  readonly id: string
  readonly displayName: string
  /** `switch`: it is reached over the network, so nothing is sent to it until an administrator switches it on. */
  readonly needs: 'nothing' | 'switch'
  /** Prices without a login. */
  readonly openFeed?: (context: VenueContext) => MarketFeed
  readonly openOrders?: (account: VenueAccount) => OrderGateway
  readonly openAccount?: (account: VenueAccount) => AccountReader
  readonly openAccountStream?: (account: VenueAccount, sink: (message: AccountMessage) => void) => AccountStream
}
