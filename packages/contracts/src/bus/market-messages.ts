import type { ListedInstrument, VenueEnvironment } from '@tradeloom/domain'
import type { z } from 'zod'
import type { Venue } from '../http/venues.ts'
import type { bookUpdate, LivePriceEvent, liveCandle, mark, publicTrade, ticker } from '../socket/price-events.ts'

/** On the bus as `price.<id>`, at most one each 50 ms, and one for each heartbeat. */
export interface BusPrice extends Omit<LivePriceEvent, 'isCached' | 'mid' | 'spread'> {
  readonly receivedAt: number
}

/** On the bus as `tick.<id>`: rows up to this sequence are in the tick log. */
export interface TickBell {
  readonly instrumentId: string
  readonly sequence: number
}

export type LiveCandle = z.infer<typeof liveCandle>
export type PublicTrade = z.infer<typeof publicTrade>
export type Ticker = z.infer<typeof ticker>
export type Mark = z.infer<typeof mark>
export type BookUpdate = z.infer<typeof bookUpdate>

/** On the bus as `feed.book-wanted`: a subscriber has missed updates of a book, and needs it as a refresh. */
export interface BookWanted {
  readonly instrumentId: string
}

/** Beside prices, which every stream has. */
export type ExtraFeed = 'trade' | 'ticker' | 'book' | 'mark'

/** On the bus as `feed.wanted`, repeated every 5 s by each process that needs the prices of an instrument. */
export interface FeedWanted {
  readonly instrumentId: string
  /** Names who wants it; a later message of the same name replaces the earlier one. */
  readonly by: string
  /** UTC milliseconds; in the past: no longer wanted. */
  readonly until: number
  readonly extra?: readonly ExtraFeed[]
}

/** An instrument of which the process `ingest` opens streams. */
export interface WantedFeed {
  readonly instrumentId: string
  readonly extra: readonly ExtraFeed[]
  /** UTC milliseconds: the minutes from here on are fetched from the venue. */
  readonly candlesFrom: number
}

/** The account that sees the prices of a venue which shows none without a login. Its key is sealed. */
export interface DataLogin {
  readonly connectionId: string
  readonly environment: VenueEnvironment
  /** Base64. */
  readonly credentials: string
}

export interface WantFeeds {
  readonly do: 'want'
  readonly marketDir: string
  /** All of them: streams of others are closed. */
  readonly feeds: readonly WantedFeed[]
  /** Where venues are reached, by id and the name of an address; at their own addresses if missing. */
  readonly venueUrls: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Those that are on: nothing is sent to the others. */
  readonly venues: readonly string[]
  /** By venue id: of those that show prices to an account alone. */
  readonly logins: Readonly<Record<string, DataLogin>>
}

/** The next update of a book is a refresh. */
export interface RefreshBook extends BookWanted {
  readonly do: 'refresh-book'
}

export type IngestCommand = WantFeeds | RefreshBook

/** What the process `ingest` has open at one venue. Times are UTC milliseconds. */
export interface VenueFeed {
  readonly venueId: string
  /** Instruments, and how many of them are live or quiet, and how many silent for longer than they may be. */
  readonly open: number
  readonly live: number
  readonly stale: number
  /** The newest message of any of them. */
  readonly heardAt: number | null
  readonly budget: Venue['budget']
  readonly skew: Venue['skew']
}

/** On the bus as `venue.feeds`, each second while the process runs. */
export interface VenueFeeds {
  readonly kind: 'feeds'
  readonly feeds: readonly VenueFeed[]
}

/** Why prices were not logged, with how many since the last report. */
export type DropCounts = Readonly<Record<string, number>>

/** Minutes from before the stream have been fetched, so that what was read of them before is out of date. */
export interface CandlesFilled {
  readonly kind: 'candles-filled'
  readonly instrumentId: string
}

/** What a venue lists that answers an account alone; or why it does not. */
export type VenueListed =
  | { readonly kind: 'listed'; readonly venueId: string; readonly listings: readonly ListedInstrument[] }
  | { readonly kind: 'unlisted'; readonly venueId: string; readonly message: string }

export type IngestEvent =
  | VenueListed
  | { readonly kind: 'price'; readonly price: BusPrice }
  | { readonly kind: 'tick'; readonly instrumentId: string; readonly sequence: number }
  | { readonly kind: 'candle'; readonly candle: LiveCandle }
  | CandlesFilled
  | VenueFeeds
  | { readonly kind: 'trades'; readonly instrumentId: string; readonly trades: readonly PublicTrade[] }
  | { readonly kind: 'ticker'; readonly ticker: Ticker }
  | { readonly kind: 'mark'; readonly mark: Mark }
  | { readonly kind: 'book'; readonly book: BookUpdate }
  | { readonly kind: 'dropped'; readonly instrumentId: string; readonly counts: DropCounts }
  | { readonly kind: 'failed'; readonly instrumentId: string; readonly message: string }
