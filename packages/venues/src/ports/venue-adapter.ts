import type { CredentialForm, VenueEnvironment } from '@tradeloom/domain'
import type { AccountReader } from './account-reader.ts'
import type { AccountMessage, AccountStream } from './account-stream.ts'
import type { MarketFeed } from './market-feed.ts'
import type { OrderGateway } from './order-gateway.ts'
import type { VenueClock } from './venue-clock.ts'

/** Where a venue is reached, by names of its adapter's own. */
export type VenueAddresses = Readonly<Record<string, string>>

/** What an adapter needs of the process that it runs in. */
export interface VenueContext {
  readonly clock: VenueClock
  /** Those that replace the venue's own ones. */
  readonly urls?: VenueAddresses
  /** A folder in which processes share what they may send, and until when a venue has forbidden all requests; it outlives them. */
  readonly sharedDir?: string | null
}

/** An account with what opens it. */
export interface VenueAccount extends VenueContext {
  /** The fields of the adapter's form, by their names. */
  readonly credentials: Readonly<Record<string, string>>
  readonly environment: VenueEnvironment
  /** Of the accounts that the key opens, by the venue's name; the first one if omitted. */
  readonly accountNo?: string
  /** Everything that is sent may use what others have to leave of the rate budget: for the guardian. */
  readonly isUrgent?: boolean
}

/** How users connect their accounts at a venue. */
export interface VenueLogin {
  readonly form: CredentialForm
  readonly environments: readonly VenueEnvironment[]
  /** Where an account is opened. */
  readonly signUpUrl: string
  /** An SVG drawing of our own: trademarks are not copied. */
  readonly logo: string
  /** The requests of a key have one order, so processes must not share one: the guardian works with a key of its own, or not at all. */
  readonly guardianHasOwnKey?: true
}

/** A part of a venue that trades for itself, such as spot or futures. */
export interface VenueMarket {
  /** Stored: never changed. */
  readonly id: string
  /** After the name of the venue: `Spot`. */
  readonly name: string
  /** Whether an instrument of the venue is traded there; each is in one market. */
  has(instrumentId: string): boolean
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
  /** A venue that is switched on starts with the first one; each further one has its own switch. */
  readonly markets: readonly [VenueMarket, ...VenueMarket[]]
  /** The venue's own. Others of these names may take their place: of a stand-in, or of a proxy. */
  readonly addresses: VenueAddresses
  /** Absent where accounts cannot be connected. */
  readonly login?: VenueLogin
  /** Prices without a login. */
  readonly openFeed?: (context: VenueContext) => MarketFeed
  /** Prices with a login, where the venue has none without: those that one of its accounts sees. */
  readonly openAccountFeed?: (account: VenueAccount) => MarketFeed
  /** The accounts that a key opens, by the venue's names, where these may be several: each is worked on. */
  readonly listAccounts?: (account: VenueAccount) => Promise<readonly string[]>
  readonly openOrders?: (account: VenueAccount) => OrderGateway
  readonly openAccount?: (account: VenueAccount) => AccountReader
  /** `financedFrom`: what holding positions has cost from then on is told, too, UTC milliseconds; from now on if omitted. */
  readonly openAccountStream?: (
    account: VenueAccount,
    sink: (message: AccountMessage) => void,
    financedFrom?: number,
  ) => AccountStream
}
