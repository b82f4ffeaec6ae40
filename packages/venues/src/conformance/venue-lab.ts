import type { TradingLab } from './trading-lab.ts'
import type { MarketFeed } from '../ports/market-feed.ts'
import type { Fault } from '../wire/with-faults.ts'

/** What happens between the venue and its client, on the wire itself. */
export type WireFault =
  /** The open connections are dead, and neither side says so. */
  | 'half-open'
  /** The next request for candles is refused, and all requests are forbidden for half a minute. */
  | 'ban'
  /** The next snapshot of a book is older than its changes. */
  | 'old snapshot'
  /** Trading in the instrument stops. */
  | 'halt'
  /** The clock of the venue is two seconds ahead of the client's, or behind it. */
  | 'clock ahead'
  | 'clock behind'

export interface RunningMarketLab {
  readonly feed: MarketFeed
  now(): number
  /** Returns once everything up to that time has happened. */
  advanceTo(time: number): Promise<void>
  /** How many subscriptions are open at the stand-in. */
  subscriptions(): number
  befall(fault: WireFault): void
  /** How many requests came while they were forbidden. */
  forbiddenRequests(): number
  stop(): Promise<void>
}

/** How the suite gets a market feed that talks to a stand-in. */
export interface MarketLab {
  /** Trades around the clock. */
  readonly instrumentId: string
  /** Closes at weekends; null if the venue has none. */
  readonly weekendInstrumentId: string | null
  /** Without any message for that long, a stream is stale. */
  readonly staleMs: number
  /** Cases that the venue's document denies, with its words. */
  readonly denied: Readonly<Record<string, string>>
  /** What the venue does not publish, with the words of its document. */
  readonly lacks?: Readonly<Partial<Record<'book' | 'trades' | 'ticker' | 'mark', string>>>
  start(options: {
    readonly now: number
    readonly faults: readonly Fault[]
    readonly seed: number
  }): Promise<RunningMarketLab>
}

/** How the conformance suite gets an adapter that talks to a stand-in: `adapters/<folder>/lab.ts` exports `labs`. */
export interface VenueLab {
  /** Of the adapter. */
  readonly venueId: string
  /** Which market of it the stand-ins are of; the first one if omitted. */
  readonly marketId?: string
  /** In which mode its account is, where that has several: after the name of the market. */
  readonly mode?: string
  /** One for each factory that the adapter has. */
  readonly market?: MarketLab
  readonly orders?: TradingLab
  /** Of the account and its private stream. */
  readonly account?: TradingLab
}
