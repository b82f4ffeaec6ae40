import type { BookDiff } from '@tradeloom/book'
import type { ListedInstrument } from '@tradeloom/domain'
import type { FeedKind, MarkMessage, MarketFeed, QuoteMessage, TradesMessage } from '../../ports/market-feed.ts'
import type { Pace } from '../../wire/paced-socket.ts'
import type { BinanceWire } from './binance-wire.ts'
import type { SymbolRules } from './symbol-rules.ts'

/** A stream of one kind: below the address of streams, and after the symbol in lower case. */
export interface StreamName {
  readonly path: string
  readonly name: string
}

/** How a market of Binance carries its prices. */
export interface PriceWire extends BinanceWire {
  readonly quoteTime: MarketFeed['can']['quoteTime']
  readonly pace: Pace
  /** Of requests, each with as many rows as it may have. */
  readonly weights: { readonly trades: number; readonly candles: number; readonly book: number }
  /** Null for what the market does not have. */
  readonly streams: Readonly<Record<FeedKind, StreamName | null>>
  listed(rules: SymbolRules): ListedInstrument
  /** Readers throw for what is not the message that its stream should carry. */
  readQuote(data: object, now: number, isOpen: boolean): QuoteMessage
  /** Null for what is no trade of the market. */
  readTrade(data: object): TradesMessage | null
  readDiff(data: object): BookDiff & { readonly time: number }
  readMark?(data: object): MarkMessage
}
