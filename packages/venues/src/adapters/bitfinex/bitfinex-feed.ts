import { type BarColumns, type ListedInstrument, UserError } from '@tradeloom/domain'
import type { FeedHealth, FeedKind, FeedSink, Lease, MarketFeed } from '../../ports/market-feed.ts'
import type { VenueClock } from '../../ports/venue-clock.ts'
import { ClockSkew } from '../../wire/clock-skew.ts'
import { type Connect, SharedStreams, type StreamHandlers } from '../../wire/shared-streams.ts'
import type { Fetch } from '../../wire/venue-requests.ts'
import type { OpenSocket } from '../../wire/venue-socket.ts'
import { STALE_MS } from './bitfinex-limits.ts'
import { BitfinexRest } from './bitfinex-rest.ts'
import type { ChannelMessage } from './channel-connection.ts'
import { ChannelHub } from './channel-hub.ts'
import { CheckedBook } from './checked-book.ts'
import { PairList } from './pair-list.ts'
import { listPair } from './pair-rules.ts'
import { readCandles } from './read-candles.ts'
import { rowOf } from './read-json.ts'
import { readQuote, readTicker, readTrades } from './read-market.ts'

const QUIET_MS = 5_000

export interface BitfinexFeedOptions {
  readonly clock: VenueClock
  readonly urls: { readonly rest: string; readonly streams: string }
  readonly openSocket: OpenSocket
  readonly fetch?: Fetch
  readonly sharedDir?: string | null
  /** Between the venue and its listeners, for tests. */
  readonly disturb?: (connect: Connect) => Connect
}

/** Public prices of Bitfinex, the same for both of its wallets. */
export class BitfinexFeed implements MarketFeed {
  readonly can = { book: 'checksum', trades: true, quoteTime: 'venue' } as const
  readonly skew = new ClockSkew()
  readonly #clock: VenueClock
  readonly #rest: BitfinexRest
  readonly #pairs: PairList
  readonly #hub: ChannelHub
  readonly #streams: SharedStreams
  #subscriptions = 0

  constructor({ clock, urls, openSocket, disturb = (one) => one, ...options }: BitfinexFeedOptions) {
    this.#clock = clock
    this.#rest = new BitfinexRest({ clock, url: urls.rest, ...options })
    this.#pairs = new PairList(clock, this.#rest)
    this.#hub = new ChannelHub({ clock, url: `${urls.streams}/ws/2`, open: openSocket })
    const connect: Connect = (kind, id, handlers) => this.#connect(kind, id, handlers)
    this.#streams = new SharedStreams(disturb(connect), clock, { staleMs: STALE_MS, quietMs: QUIET_MS })
  }

  /** How many are open; listeners share them. */
  get subscriptions(): number {
    return this.#subscriptions
  }

  async instruments(): Promise<readonly ListedInstrument[]> {
    const pairs = await this.#pairs.read()
    const [prices, isOperative] = [await this.#pairs.prices(), await this.#pairs.isOperative()]
    return [...pairs.values()].flatMap((rules) => listPair(rules, prices.get(rules.symbol) ?? 0, isOperative) ?? [])
  }

  open(kind: FeedKind, instrumentId: string, sink: FeedSink): Lease {
    // Before the list is known, the channel itself finds out, and is refused.
    const isKnown = this.#pairs.known?.has(instrumentId) ?? instrumentId.endsWith(':BITFINEX')
    if (!isKnown || kind === 'mark') throw unknownInstrument()
    return this.#streams.open(kind, instrumentId, sink)
  }

  async *candles(instrumentId: string, from: number, to: number): AsyncIterable<BarColumns> {
    const rules = (await this.#pairs.read()).get(instrumentId)
    if (!rules) throw unknownInstrument()
    yield* readCandles(this.#rest, { symbol: rules.symbol, from, to, venueNow: () => this.#venueNow() })
  }

  health(): FeedHealth {
    const { isKnown, ms, level } = this.skew
    return { budget: this.#rest.budget.state, skew: isKnown ? { ms: Math.round(ms), level } : null }
  }

  close(): void {
    this.#streams.close()
    this.#hub.close()
    this.#rest.close()
  }

  #venueNow(): number {
    return this.#clock.now() - Math.round(this.skew.ms)
  }

  #connect(kind: FeedKind, instrumentId: string, handlers: StreamHandlers): () => void {
    let leave = (): void => {}
    let isOver = false
    this.#subscriptions += 1
    const begin = (symbol: string | undefined): void => {
      if (isOver) return
      if (symbol === undefined) return handlers.lost(true)
      leave = this.#join(kind, symbol, handlers)
    }
    const known = this.#pairs.known
    if (known) begin(known.get(instrumentId)?.symbol)
    else
      this.#pairs.read().then(
        (pairs) => begin(pairs.get(instrumentId)?.symbol),
        () => isOver || handlers.lost(false),
      )
    return () => {
      if (isOver) return
      isOver = true
      this.#subscriptions -= 1
      leave()
    }
  }

  #join(kind: FeedKind, symbol: string, handlers: StreamHandlers): () => void {
    const take = this.#readerOf(kind, handlers)
    const channel = kind === 'trade' ? 'trades' : kind === 'book' ? 'book' : 'ticker'
    return this.#hub.join(`${channel} ${symbol}`, {
      message: (message) => {
        this.skew.sample(this.#clock.now(), message.time)
        try {
          take(message)
        } catch {
          handlers.garbage()
        }
      },
      garbage: () => handlers.garbage(),
      lost: (isRefused) => handlers.lost(isRefused),
    })
  }

  #readerOf(kind: FeedKind, handlers: StreamHandlers): (message: ChannelMessage) => void {
    if (kind === 'book') {
      const book = new CheckedBook(this.#clock, handlers)
      return (message) => book.take(message)
    }
    return (message) => {
      const { parts, time } = message
      if (parts[0] === 'hb') return handlers.message({ kind: 'heartbeat', time, isOpen: true })
      if (kind === 'ticker') return handlers.message(readTicker(rowOf(parts[0]), time))
      if (kind === 'quote') return handlers.message(readQuote(rowOf(parts[0]), time, true))
      const trades = readTrades(message)
      if (trades) handlers.message(trades)
    }
  }
}

function unknownInstrument(): UserError {
  return new UserError('unknown-instrument', 'Instrument not available')
}
