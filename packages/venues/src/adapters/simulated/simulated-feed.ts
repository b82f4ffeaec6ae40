import {
  type BarColumns,
  decimalPlaces,
  defineInstrument,
  type Instrument,
  type ListedInstrument,
  listInstrument,
  UserError,
} from '@tradeloom/domain'
import type { SimulatedProfile } from '@tradeloom/simulation'
import {
  type FeedKind,
  type FeedSink,
  type Lease,
  type MarketFeed,
  PAST_TRADES,
  type QuoteMessage,
  type Trade,
} from '../../ports/market-feed.ts'
import type { VenueClock } from '../../ports/venue-clock.ts'
import { type Connect, SharedStreams, type StreamHandlers } from '../../wire/shared-streams.ts'
import { type Fault, withFaults } from '../../wire/with-faults.ts'
import { DayTicker } from './day-ticker.ts'
import { followTicks, newestQuote } from './quote-source.ts'
import { type Book, bookAt, changesBetween, tradeAt } from './simulated-book.ts'
import { SimulatedPrices } from './simulated-prices.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const PAGE_MS = DAY
/** Heartbeats come each second. */
export const STALE_MS = 3_000
const QUIET_MS = 5_000
const BOOK_MS = 100
/** Enough for the last trades of the quietest market. */
const PAST_MINUTES = 60

interface Market {
  readonly profile: SimulatedProfile
  readonly instrument: Instrument
  readonly prices: SimulatedPrices
}

export interface SimulatedFeedOptions {
  readonly clock: VenueClock
  readonly profiles: readonly SimulatedProfile[]
  /** Currencies trade on weekends, too. */
  readonly isNeverClosed?: boolean
  /** What goes wrong, for tests; nothing if omitted. */
  readonly faults?: readonly Fault[]
  /** Decides about faults with a probability; the clock's if omitted. */
  readonly random?: () => number
}

/** The simulated market as it trades now. Its ticks are those from which its stored minutes are made. */
export class SimulatedFeed implements MarketFeed {
  readonly can = { book: 'sequence', trades: true, quoteTime: 'venue' } as const
  readonly #clock: VenueClock
  readonly #markets: ReadonlyMap<string, Market>
  readonly #streams: SharedStreams
  #subscriptions = 0

  constructor(options: SimulatedFeedOptions) {
    const { clock, profiles, isNeverClosed = false, faults = [], random = () => clock.random() } = options
    this.#clock = clock
    this.#markets = new Map(profiles.map((profile) => [profile.id, marketOf(profile, isNeverClosed)]))
    const subscribe: Connect = (kind, id, handlers) => this.#subscribe(kind, id, handlers)
    const connect = withFaults(subscribe, { faults, random, clock })
    this.#streams = new SharedStreams(connect, clock, { staleMs: STALE_MS, quietMs: QUIET_MS })
  }

  /** How many are open; listeners share them. */
  get subscriptions(): number {
    return this.#subscriptions
  }

  async instruments(): Promise<readonly ListedInstrument[]> {
    return [...this.#markets.values()].map(({ instrument, prices }) =>
      listInstrument(instrument, {
        status: 'active',
        tradingOpen: prices.isOpen(this.#clock.now()),
        dealtPrecision: decimalPlaces(instrument.lotSize),
        quotePrecision: instrument.precision,
        hasDepth: true,
      }),
    )
  }

  open(kind: FeedKind, instrumentId: string, sink: FeedSink): Lease {
    this.#market(instrumentId)
    return this.#streams.open(kind, instrumentId, sink)
  }

  async *candles(instrumentId: string, from: number, to: number): AsyncIterable<BarColumns> {
    const { prices } = this.#market(instrumentId)
    // The minute of now is still forming.
    const end = Math.min(to, Math.floor(this.#clock.now() / MINUTE) * MINUTE)
    for (let start = from; start < end;) {
      const next = Math.min(end, Math.floor(start / PAGE_MS) * PAGE_MS + PAGE_MS)
      const page = prices.bars(start, next)
      if (page.time.length > 0) yield page
      start = next
    }
  }

  close(): void {
    this.#streams.close()
  }

  #market(instrumentId: string): Market {
    const market = this.#markets.get(instrumentId)
    if (!market) throw new UserError('unknown-instrument', 'Instrument not available')
    return market
  }

  #subscribe(kind: FeedKind, instrumentId: string, handlers: StreamHandlers): () => void {
    const unsubscribe = this.#connect(kind, this.#market(instrumentId), handlers)
    this.#subscriptions += 1
    return () => {
      this.#subscriptions -= 1
      unsubscribe()
    }
  }

  #connect(kind: FeedKind, market: Market, handlers: StreamHandlers): () => void {
    switch (kind) {
      case 'quote':
        return this.#follow(market, handlers, (quote) => handlers.message(quote))
      case 'trade':
        return this.#followTrades(market, handlers)
      case 'book':
        return this.#followBook(market, handlers)
      case 'ticker':
        return this.#followTicker(market, handlers)
      case 'mark':
        // It has no perpetuals.
        handlers.lost(true)
        return () => {}
    }
  }

  #follow({ prices }: Market, handlers: StreamHandlers, quote: (quote: QuoteMessage) => void): () => void {
    const heartbeat = (time: number, isOpen: boolean): void => handlers.message({ kind: 'heartbeat', time, isOpen })
    return followTicks(prices, this.#clock, { quote, heartbeat })
  }

  /** The last ones first. */
  #followTrades({ profile, instrument, prices }: Market, handlers: StreamHandlers): () => void {
    let past = pastTrades({ profile, instrument, prices }, this.#clock.now())
    return this.#follow({ profile, instrument, prices }, handlers, (quote) => {
      const trade = tradeAt(profile, instrument, quote)
      const trades = [...past.filter(({ time }) => time < quote.time), ...(trade ? [trade] : [])]
      past = []
      if (trades.length > 0) handlers.message({ kind: 'trades', time: quote.time, trades })
    })
  }

  /** A snapshot first, then at most ten changes a second. */
  #followBook(market: Market, handlers: StreamHandlers): () => void {
    let sequence = 0
    let known: Book | null = null
    let sentAt = -Infinity
    return this.#follow(market, handlers, (quote) => {
      if (quote.time - sentAt < BOOK_MS) return
      sentAt = quote.time
      const book = bookAt(market.profile, market.instrument, quote)
      const before = known
      known = book
      const { time } = quote
      if (before === null) return handlers.message({ kind: 'book-snapshot', time, sequence, ...book })
      const changes = changesBetween(before, book)
      if (changes.length > 0) handlers.message({ kind: 'book-delta', time, sequence: ++sequence, changes })
    })
  }

  /** Once a second, with the heartbeat. */
  #followTicker(market: Market, handlers: StreamHandlers): () => void {
    let quote: QuoteMessage | null = newestQuote(market.prices, this.#clock.now())
    const ticker = new DayTicker(market.prices)
    const tell = (time: number): void => {
      if (quote) handlers.message(ticker.at(time, quote.bid))
    }
    return followTicks(market.prices, this.#clock, { quote: (newest) => (quote = newest), heartbeat: tell })
  }
}

function marketOf(profile: SimulatedProfile, isNeverClosed: boolean): Market {
  const hours = isNeverClosed ? ({ calendar: 'always' } as const) : {}
  const instrument = defineInstrument(profile.id, { simulated: true, ...hours })
  return { profile, instrument, prices: new SimulatedPrices(profile, instrument) }
}

/** The last trades until now, oldest first, of the last minutes in which the market traded. */
function pastTrades({ profile, instrument, prices }: Market, now: number): Trade[] {
  const newest = newestQuote(prices, now)
  if (newest === null) return []
  let trades: Trade[] = []
  for (let back = 0; back < PAST_MINUTES && trades.length < PAST_TRADES; back++) {
    const start = Math.floor(newest.time / MINUTE - back) * MINUTE
    const { time, bid, ask } = prices.minuteOf(start)
    const found = Array.from(time, (at, row) =>
      at > newest.time
        ? null
        : tradeAt(profile, instrument, { time: at, bid: bid[row] as number, ask: ask[row] as number }),
    )
    trades = [...found.filter((trade) => trade !== null), ...trades]
  }
  return trades.slice(-PAST_TRADES)
}
