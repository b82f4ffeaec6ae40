import type { BarColumns, FeedState, ListedInstrument, Side } from '@tradeloom/domain'

/** `mark`: of perpetuals alone, and of each of them. */
export type FeedKind = 'quote' | 'trade' | 'book' | 'ticker' | 'mark'

/** The best prices. Times are UTC milliseconds, of the venue; prices are in quote currency. */
export interface QuoteMessage {
  readonly kind: 'quote'
  readonly time: number
  readonly bid: number
  readonly ask: number
  /** Whether the instrument can be traded now. */
  readonly isOpen: boolean
  /** The first one after a connection was lost: quotes in between are missing. */
  readonly isAfterGap: boolean
}

/** The stream is alive, and its price has not changed. */
export interface HeartbeatMessage {
  readonly kind: 'heartbeat'
  readonly time: number
  readonly isOpen: boolean
}

export interface Trade {
  readonly id: string
  readonly time: number
  /** Of who traded at once: a BUY took an ask. */
  readonly side: Side
  readonly price: number
  /** Units of the base currency. */
  readonly quantity: number
}

/** That many trades of the past come with a subscription. */
export const PAST_TRADES = 50

export interface TradesMessage {
  readonly kind: 'trades'
  readonly time: number
  /** Oldest first. */
  readonly trades: readonly Trade[]
}

export interface BookLevel {
  readonly price: number
  readonly quantity: number
}

/** The best levels of both sides, best first. It replaces everything before it. */
export interface BookSnapshotMessage {
  readonly kind: 'book-snapshot'
  readonly time: number
  readonly sequence: number
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

export interface BookChange extends BookLevel {
  readonly side: 'bid' | 'ask'
  readonly action: 'insert' | 'update' | 'delete'
}

/** Changes since the message with the sequence before. */
export interface BookDeltaMessage {
  readonly kind: 'book-delta'
  readonly time: number
  readonly sequence: number
  readonly changes: readonly BookChange[]
}

/** The last 24 hours. */
export interface TickerMessage {
  readonly kind: 'ticker'
  readonly time: number
  readonly priceChange: number
  readonly priceChangePercent: number
  readonly high: number
  readonly low: number
  readonly volume: number
}

/** Of a perpetual. */
export interface MarkMessage {
  readonly kind: 'mark'
  readonly time: number
  /** Margin and liquidations follow it. */
  readonly markPrice: number
  /** Of a position's value: what long positions pay to short ones; below 0 what they receive. */
  readonly fundingRate: number
  /** When it is paid, UTC milliseconds. */
  readonly nextFundingTime: number
}

export type FeedMessage =
  | QuoteMessage
  | HeartbeatMessage
  | TradesMessage
  | BookSnapshotMessage
  | BookDeltaMessage
  | TickerMessage
  | MarkMessage

/** Why a message was dropped instead of passed on. `sequence`: changes of a book before it are missing. */
export type DropReason = 'backward' | 'duplicate' | 'crossed' | 'not-positive' | 'not-understood' | 'sequence'

export interface FeedSink {
  message(message: FeedMessage): void
  state(state: FeedState): void
  /** For counting. */
  dropped?(reason: DropReason): void
}

/** Something that others share, until it is released. Releasing it twice is harmless. */
export interface Lease {
  release(): void
}

/** How a venue is reached, for who runs the server. */
export interface FeedHealth {
  /** What the requests of this minute weigh, of how much; and until when the venue has forbidden all. */
  readonly budget: { readonly used: number; readonly limit: number; readonly silentUntil: number | null }
  /** By how much this clock is ahead of the venue's, milliseconds; null while it is not known. */
  readonly skew: { readonly ms: number; readonly level: 'fine' | 'warn' | 'no-orders' } | null
}

/** The public prices of a venue. */
export interface MarketFeed {
  readonly can: {
    readonly book: 'none' | 'sequence' | 'checksum'
    readonly trades: boolean
    readonly quoteTime: 'venue' | 'receive'
  }
  /** As the venue lists them now, with `tradingOpen`. Of a venue with several markets only those of these ids are asked. */
  instruments(markets?: readonly string[]): Promise<readonly ListedInstrument[]>
  /**
   * Streams of the same kind and instrument share one subscription at the venue. Trades begin with the last `PAST_TRADES`.
   * Throws for an unknown instrument.
   */
  open(kind: FeedKind, instrumentId: string, sink: FeedSink): Lease
  /** Finished minutes, `from <= time < to`, oldest first, in pages. */
  candles(instrumentId: string, from: number, to: number): AsyncIterable<BarColumns>
  /** Of venues that are reached over the network. */
  health?(): FeedHealth
  /** Ends all streams and requests: nothing more is sent. */
  close(): void
}
