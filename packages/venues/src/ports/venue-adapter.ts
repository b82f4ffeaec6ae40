import type { AccountReader } from './account-reader.ts'
import type { MarketFeed } from './market-feed.ts'
import type { OrderGateway } from './order-gateway.ts'
import type { VenueClock } from './venue-clock.ts'

/** What an adapter needs of the process that it runs in. */
export interface VenueContext {
  readonly clock: VenueClock
}

/** An account with the key that opens it. */
export interface VenueAccount extends VenueContext {
  readonly key: string
  readonly secret: string
}

/**
 * One venue. `adapters/<folder>/adapter.ts` exports its `adapters`, and nothing else has to know them. What a venue
 * cannot do has no factory.
 */
export interface VenueAdapter {
  /** As in instrument ids: `SIM` in `EURUSD:SIM`. */
  readonly id: string
  readonly displayName: string
  /** Prices without a login. */
  readonly openFeed?: (context: VenueContext) => MarketFeed
  readonly openOrders?: (account: VenueAccount) => OrderGateway
  readonly openAccount?: (account: VenueAccount) => AccountReader
}
