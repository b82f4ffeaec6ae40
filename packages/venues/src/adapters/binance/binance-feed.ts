import { type BarColumns, type ListedInstrument, UserError } from '@tradeloom/domain'
import {
  type FeedHealth,
  type FeedKind,
  type FeedSink,
  type Lease,
  type MarketFeed,
  PAST_TRADES,
  type TradesMessage,
} from '../../ports/market-feed.ts'
import type { VenueClock } from '../../ports/venue-clock.ts'
import { ClockSkew } from '../../wire/clock-skew.ts'
import { BookFeed } from '../../wire/book-feed.ts'
import { type Connect, SharedStreams, type StreamHandlers } from '../../wire/shared-streams.ts'
import { StreamHub, type StreamListener } from '../../wire/stream-hub.ts'
import type { Fetch } from '../../wire/venue-requests.ts'
import type { OpenSocket } from '../../wire/venue-socket.ts'
import { BinanceRest } from './binance-rest.ts'
import { binanceStreams } from './binance-streams.ts'
import { readCandles } from './read-candles.ts'
import {
  readDiff,
  readFullBook,
  readPastTrades,
  readQuote,
  readTicker,
  readTrade,
  timeOf,
} from './read-market-message.ts'
import { SymbolList } from './symbol-list.ts'
import { listSymbol, symbolOf } from './symbol-rules.ts'

/** Quotes of a busy symbol come many times a second; those of others are proven alive by the list of subscriptions. */
export const STALE_MS = 10_000
const QUIET_MS = 5_000
/** A stream without any message for that long is not believed to be alive, whatever the list says. */
const SILENT_MS = 60_000
const TIME_MS = 30_000
const SNAPSHOT = { limit: 1_000, weight: 50 }
const SUFFIXES = { quote: 'bookTicker', trade: 'trade', ticker: 'ticker', book: 'depth@100ms' } as const

export interface BinanceFeedOptions {
  readonly clock: VenueClock
  readonly urls: { readonly rest: string; readonly streams: string }
  readonly openSocket: OpenSocket
  readonly fetch?: Fetch
  readonly sharedDir?: string | null
  /** Between the venue and its listeners, for tests. */
  readonly disturb?: (connect: Connect) => Connect
}

/** Public prices of Binance spot, over its own streams. */
export class BinanceFeed implements MarketFeed {
  readonly can = { book: 'sequence', trades: true, quoteTime: 'receive' } as const
  readonly skew = new ClockSkew()
  readonly #clock: VenueClock
  readonly #rest: BinanceRest
  readonly #symbols: SymbolList
  readonly #hub: StreamHub
  readonly #streams: SharedStreams
  #subscriptions = 0
  #cancelTime: (() => void) | null = null

  constructor({ clock, urls, openSocket, disturb = (connect) => connect, ...options }: BinanceFeedOptions) {
    this.#clock = clock
    this.#rest = new BinanceRest({ clock, url: urls.rest, ...options })
    this.#symbols = new SymbolList(clock, this.#rest)
    this.#hub = new StreamHub({ clock, protocol: binanceStreams(urls.streams), open: openSocket })
    const connect: Connect = (kind, id, handlers) => this.#connect(kind, id, handlers)
    this.#streams = new SharedStreams(disturb(connect), clock, { staleMs: STALE_MS, quietMs: QUIET_MS })
  }

  /** How many are open; listeners share them. */
  get subscriptions(): number {
    return this.#subscriptions
  }

  async instruments(): Promise<readonly ListedInstrument[]> {
    return [...(await this.#symbols.read()).values()].map(listSymbol)
  }

  open(kind: FeedKind, instrumentId: string, sink: FeedSink): Lease {
    const symbol = symbolOf(instrumentId)
    // Before the list is known, the stream itself finds out, and is refused.
    if (symbol === null || this.#symbols.known?.has(symbol) === false) throw unknownInstrument()
    return this.#streams.open(kind, `${symbol}:BINANCE`, sink)
  }

  async *candles(instrumentId: string, from: number, to: number): AsyncIterable<BarColumns> {
    const symbol = symbolOf(instrumentId)
    if (symbol === null || !(await this.#symbols.read()).has(symbol)) throw unknownInstrument()
    yield* readCandles(this.#rest, { symbol, from, to, venueNow: () => this.#venueNow() })
  }

  health(): FeedHealth {
    const { isKnown, ms, level } = this.skew
    return { budget: this.#rest.budget.state, skew: isKnown ? { ms: Math.round(ms), level } : null }
  }

  close(): void {
    this.#cancelTime?.()
    this.#cancelTime = null
    this.#streams.close()
    this.#hub.close()
    this.#rest.close()
  }

  #venueNow(): number {
    return this.#clock.now() - Math.round(this.skew.ms)
  }

  #connect(kind: FeedKind, instrumentId: string, handlers: StreamHandlers): () => void {
    const symbol = symbolOf(instrumentId) ?? ''
    let leave = (): void => {}
    let isOver = false
    this.#subscriptions += 1
    this.#askTime()
    const begin = (): void => {
      if (isOver) return
      if (kind === 'book') leave = this.#joinBook(symbol, handlers)
      else if (kind === 'trade') leave = this.#joinTrades(symbol, handlers)
      else if (kind === 'mark') handlers.lost(true)
      else leave = this.#joinStream(kind, symbol, handlers)
    }
    const known = this.#symbols.known
    if (known?.has(symbol)) begin()
    else
      this.#symbols.read().then(
        (symbols) => (symbols.has(symbol) ? begin() : isOver || handlers.lost(true)),
        () => isOver || handlers.lost(false),
      )
    return () => {
      if (isOver) return
      isOver = true
      this.#subscriptions -= 1
      leave()
      if (this.#subscriptions === 0) this.#idle()
    }
  }

  /** Nobody listens: nothing more is sent. */
  #idle(): void {
    this.#cancelTime?.()
    this.#cancelTime = null
    this.#hub.close()
  }

  /** The last trades first: those of the stream wait until they are there, or cannot be had. */
  #joinTrades(symbol: string, handlers: StreamHandlers): () => void {
    let waiting: TradesMessage[] | null = []
    const begin = (past: readonly TradesMessage[]): void => {
      const all = [...past, ...(waiting ?? [])]
      waiting = null
      for (const message of all) handlers.message(message)
    }
    const ask = async (): Promise<void> => {
      try {
        const query = `symbol=${symbol}&limit=${PAST_TRADES}`
        const past = readPastTrades(await this.#rest.get('/api/v3/trades', query, { weight: 25, priority: 'look-up' }))
        begin(past === null ? [] : [past])
      } catch {
        begin([])
      }
    }
    return this.#join('trade', symbol, handlers, {
      subscribed: () => void ask(),
      message: (data) => {
        const message = readTrade(data)
        if (waiting === null) handlers.message(message)
        else waiting.push(message)
      },
    })
  }

  #joinStream(kind: 'quote' | 'ticker', symbol: string, handlers: StreamHandlers): () => void {
    const read = { quote: this.#quote(symbol), ticker: readTicker }[kind]
    return this.#join(kind, symbol, handlers, { message: (data) => handlers.message(read(data)) })
  }

  #quote(symbol: string): (data: object) => ReturnType<typeof readQuote> {
    // Quotes carry no time of the venue.
    return (data) => readQuote(data, this.#venueNow(), this.#isTrading(symbol))
  }

  #joinBook(symbol: string, handlers: StreamHandlers): () => void {
    const book = new BookFeed({
      clock: this.#clock,
      handlers,
      venueNow: () => this.#venueNow(),
      snapshot: async () => {
        const { limit, weight } = SNAPSHOT
        const query = `symbol=${symbol}&limit=${limit}`
        return readFullBook(await this.#rest.get('/api/v3/depth', query, { weight, priority: 'snapshot' }))
      },
    })
    const leaveTrades = this.#join('trade', symbol, null, { message: () => book.trade() })
    const leave = this.#join('book', symbol, handlers, {
      subscribed: () => book.subscribed(),
      message: (data) => book.diff(readDiff(data)),
    })
    return () => {
      book.end()
      leaveTrades()
      leave()
    }
  }

  /** `handlers` hear of the state of the stream. */
  #join(
    kind: keyof typeof SUFFIXES,
    symbol: string,
    handlers: StreamHandlers | null,
    { subscribed = () => {}, message }: Partial<StreamListener> & Pick<StreamListener, 'message'>,
  ): () => void {
    let heardAt: number | null = null
    return this.#hub.join(`${symbol.toLowerCase()}@${SUFFIXES[kind]}`, {
      subscribed,
      message: (data) => {
        heardAt = this.#clock.now()
        const sentAt = timeOf(data)
        if (sentAt !== null) this.skew.sample(heardAt, sentAt)
        try {
          message(data)
        } catch {
          handlers?.garbage()
        }
      },
      garbage: () => handlers?.garbage(),
      // A subscription counts as live from its first message on, not from its acknowledgment.
      alive: () => {
        if (heardAt === null || this.#clock.now() - heardAt >= SILENT_MS) return
        handlers?.message({ kind: 'heartbeat', time: this.#venueNow(), isOpen: this.#isTrading(symbol) })
      },
      lost: () => handlers?.lost(false),
    })
  }

  #isTrading(symbol: string): boolean {
    return this.#symbols.known?.get(symbol)?.isTrading ?? false
  }

  /** Once now, and then as long as something is open. */
  #askTime(): void {
    if (this.#cancelTime) return
    this.#cancelTime = this.#clock.at(this.#clock.now() + TIME_MS, () => {
      this.#cancelTime = null
      if (this.#subscriptions > 0) this.#askTime()
    })
    void this.#sampleTime()
  }

  async #sampleTime(): Promise<void> {
    const sentAt = this.#clock.now()
    try {
      const request = { method: 'GET', path: '/api/v3/time', query: '', weight: 1, priority: 'look-up' } as const
      const { serverTime } = (await this.#rest.send(request)) as { serverTime?: unknown }
      this.skew.answer({ sentAt, receivedAt: this.#clock.now(), venueTime: Number(serverTime) })
      await this.#symbols.read()
    } catch {
      // Asked again soon.
    }
  }
}

function unknownInstrument(): UserError {
  return new UserError('unknown-instrument', 'Instrument not available')
}
