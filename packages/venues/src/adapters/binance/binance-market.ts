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
import type { PriceWire } from './price-wire.ts'
import { readFullBook, readPastTrades, readTicker, timeOf } from './read-market-message.ts'
import { SymbolList } from './symbol-list.ts'

/** Quotes of a busy symbol come many times a second; those of others are proven alive by the list of subscriptions. */
export const STALE_MS = 10_000
const QUIET_MS = 5_000
/** A stream without any message for that long is not believed to be alive, whatever the list says. */
const SILENT_MS = 60_000
const TIME_MS = 30_000
const BOOK_LEVELS = 1_000

export interface BinanceMarketOptions {
  readonly clock: VenueClock
  readonly urls: { readonly rest: string; readonly streams: string }
  readonly openSocket: OpenSocket
  readonly fetch?: Fetch
  readonly sharedDir?: string | null
  /** Between the venue and its listeners, for tests. */
  readonly disturb?: (connect: Connect) => Connect
}

/** Public prices of one market of Binance, over its own streams. */
export class BinanceMarket implements MarketFeed {
  readonly can: MarketFeed['can']
  readonly skew = new ClockSkew()
  readonly #clock: VenueClock
  readonly #rest: BinanceRest
  readonly #symbols: SymbolList
  readonly #wire: PriceWire
  /** By the path of their streams. */
  readonly #hubs: ReadonlyMap<string, StreamHub>
  readonly #streams: SharedStreams
  #subscriptions = 0
  #cancelTime: (() => void) | null = null

  constructor(wire: PriceWire, { clock, urls, openSocket, disturb = (one) => one, ...options }: BinanceMarketOptions) {
    this.can = { book: 'sequence', trades: true, quoteTime: wire.quoteTime }
    this.#wire = wire
    this.#clock = clock
    this.#rest = new BinanceRest({ clock, url: urls.rest, ...options }, wire)
    this.#symbols = new SymbolList(clock, this.#rest, wire)
    const paths = new Set(Object.values(wire.streams).flatMap((stream) => stream?.path ?? []))
    const hub = (path: string): StreamHub => {
      return new StreamHub({ clock, protocol: binanceStreams(`${urls.streams}${path}`, wire.pace), open: openSocket })
    }
    this.#hubs = new Map([...paths].map((path) => [path, hub(path)]))
    const connect: Connect = (kind, id, handlers) => this.#connect(kind, id, handlers)
    this.#streams = new SharedStreams(disturb(connect), clock, { staleMs: STALE_MS, quietMs: QUIET_MS })
  }

  /** How many are open; listeners share them. */
  get subscriptions(): number {
    return this.#subscriptions
  }

  async instruments(): Promise<readonly ListedInstrument[]> {
    return [...(await this.#symbols.read()).values()].map((rules) => this.#wire.listed(rules))
  }

  open(kind: FeedKind, instrumentId: string, sink: FeedSink): Lease {
    const symbol = this.#wire.symbolOf(instrumentId)
    if (this.#wire.streams[kind] === null) throw unknownInstrument()
    // Before the list is known, the stream itself finds out, and is refused.
    if (symbol === null || this.#symbols.known?.has(symbol) === false) throw unknownInstrument()
    return this.#streams.open(kind, this.#wire.idOf(symbol), sink)
  }

  async *candles(instrumentId: string, from: number, to: number): AsyncIterable<BarColumns> {
    const symbol = this.#wire.symbolOf(instrumentId)
    if (symbol === null || !(await this.#symbols.read()).has(symbol)) throw unknownInstrument()
    yield* readCandles(this.#rest, this.#wire, { symbol, from, to, venueNow: () => this.#venueNow() })
  }

  health(): FeedHealth {
    const { isKnown, ms, level } = this.skew
    return { budget: this.#rest.budget.state, skew: isKnown ? { ms: Math.round(ms), level } : null }
  }

  close(): void {
    this.#cancelTime?.()
    this.#cancelTime = null
    this.#streams.close()
    for (const hub of this.#hubs.values()) hub.close()
    this.#rest.close()
  }

  #venueNow(): number {
    return this.#clock.now() - Math.round(this.skew.ms)
  }

  #connect(kind: FeedKind, instrumentId: string, handlers: StreamHandlers): () => void {
    const symbol = this.#wire.symbolOf(instrumentId) ?? ''
    let leave = (): void => {}
    let isOver = false
    this.#subscriptions += 1
    this.#askTime()
    const begin = (): void => {
      if (isOver) return
      if (kind === 'book') leave = this.#joinBook(symbol, handlers)
      else if (kind === 'trade') leave = this.#joinTrades(symbol, handlers)
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
    for (const hub of this.#hubs.values()) hub.close()
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
        const { path, weights } = this.#wire
        const answer = await this.#rest.get(`${path}/trades`, query, { weight: weights.trades, priority: 'look-up' })
        const past = readPastTrades(answer)
        begin(past === null ? [] : [past])
      } catch {
        begin([])
      }
    }
    return this.#join('trade', symbol, handlers, {
      subscribed: () => void ask(),
      message: (data) => {
        const message = this.#wire.readTrade(data)
        if (message === null) return
        if (waiting === null) handlers.message(message)
        else waiting.push(message)
      },
    })
  }

  #joinStream(kind: 'quote' | 'ticker' | 'mark', symbol: string, handlers: StreamHandlers): () => void {
    const { readQuote, readMark } = this.#wire
    const read = {
      quote: (data: object) => readQuote(data, this.#venueNow(), this.#isTrading(symbol)),
      ticker: readTicker,
      mark: readMark ?? noMark,
    }[kind]
    return this.#join(kind, symbol, handlers, { message: (data) => handlers.message(read(data)) })
  }

  #joinBook(symbol: string, handlers: StreamHandlers): () => void {
    const book = new BookFeed({
      clock: this.#clock,
      handlers,
      venueNow: () => this.#venueNow(),
      snapshot: async () => {
        const { path, weights } = this.#wire
        const query = `symbol=${symbol}&limit=${BOOK_LEVELS}`
        return readFullBook(
          await this.#rest.get(`${path}/depth`, query, { weight: weights.book, priority: 'snapshot' }),
        )
      },
    })
    const leaveTrades = this.#join('trade', symbol, null, { message: () => book.trade() })
    const leave = this.#join('book', symbol, handlers, {
      subscribed: () => book.subscribed(),
      message: (data) => book.diff(this.#wire.readDiff(data)),
    })
    return () => {
      book.end()
      leaveTrades()
      leave()
    }
  }

  /** `handlers` hear of the state of the stream. */
  #join(
    kind: FeedKind,
    symbol: string,
    handlers: StreamHandlers | null,
    { subscribed = () => {}, message }: Partial<StreamListener> & Pick<StreamListener, 'message'>,
  ): () => void {
    let heardAt: number | null = null
    const stream = this.#wire.streams[kind]
    const hub = this.#hubs.get(stream?.path ?? '')
    if (!stream || !hub) throw unknownInstrument()
    return hub.join(`${symbol.toLowerCase()}@${stream.name}`, {
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
      const path = `${this.#wire.path}/time`
      const request = { method: 'GET', path, query: '', weight: 1, priority: 'look-up' } as const
      const { serverTime } = (await this.#rest.send(request)) as { serverTime?: unknown }
      this.skew.answer({ sentAt, receivedAt: this.#clock.now(), venueTime: Number(serverTime) })
      await this.#symbols.read()
    } catch {
      // Asked again soon.
    }
  }
}

function noMark(): never {
  throw new TypeError('The market has no mark prices')
}

function unknownInstrument(): UserError {
  return new UserError('unknown-instrument', 'Instrument not available')
}
