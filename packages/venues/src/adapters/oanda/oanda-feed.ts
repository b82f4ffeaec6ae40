import { type BarColumns, type ListedInstrument, UserError } from '@tradeloom/domain'
import type { FeedHealth, FeedKind, FeedSink, Lease, MarketFeed } from '../../ports/market-feed.ts'
import { ClockSkew } from '../../wire/clock-skew.ts'
import { type Connect, SharedStreams, type StreamHandlers } from '../../wire/shared-streams.ts'
import type { OpenSocket } from '../../wire/venue-socket.ts'
import { InstrumentList } from './instrument-list.ts'
import { type InstrumentRules, listRules } from './instrument-rules.ts'
import { OandaRest, type OandaRestOptions } from './oanda-rest.ts'
import { PriceLines } from './price-lines.ts'
import { readCandles } from './read-candles.ts'
import { type Fields, rowsOf, timeOf } from './read-fields.ts'
import { isTradeable, readQuote } from './read-price.ts'

/** Heartbeats come each 5 seconds. */
export const STALE_MS = 10_000
/** Prices of quiet instruments change that seldom. */
const QUIET_MS = 5_000

export interface OandaFeedOptions extends OandaRestOptions {
  readonly streams: string
  readonly open: (headers: Readonly<Record<string, string>>) => OpenSocket
  /** Between the venue and its listeners, for tests. */
  readonly disturb?: (connect: Connect) => Connect
}

/** Prices of OANDA, as an account there sees them. */
export class OandaFeed implements MarketFeed {
  readonly can = { book: 'none', trades: false, quoteTime: 'venue' } as const
  readonly skew = new ClockSkew()
  readonly #rest: OandaRest
  readonly #list: InstrumentList
  readonly #lines: PriceLines
  readonly #streams: SharedStreams
  readonly #isOpen = new Map<string, boolean>()
  #account = ''
  #subscriptions = 0

  constructor({ streams, open, disturb = (connect) => connect, ...options }: OandaFeedOptions) {
    const { clock } = options
    this.#rest = new OandaRest(options)
    this.#list = new InstrumentList(this.#rest)
    this.#lines = new PriceLines({
      clock,
      open: open(this.#rest.headers),
      urlOf: (names) => `${streams}/v3/accounts/${this.#account}/pricing/stream?instruments=${names.join('%2C')}`,
    })
    const connect: Connect = (kind, id, handlers) => this.#connect(kind, id, handlers)
    this.#streams = new SharedStreams(disturb(connect), clock, { staleMs: STALE_MS, quietMs: QUIET_MS })
  }

  /** How many are open; listeners share them. */
  get subscriptions(): number {
    return this.#subscriptions
  }

  async instruments(): Promise<readonly ListedInstrument[]> {
    const rules = [...(await this.#list.read()).values()]
    if (rules.length === 0) return []
    const { prices } = await this.#rest.read(`/pricing?instruments=${rules.map(({ name }) => name).join('%2C')}`)
    const open = new Map(rowsOf(prices).map((price) => [price['instrument'], isTradeable(price)]))
    return rules.map((one) => listRules(one, open.get(one.name) ?? null))
  }

  open(kind: FeedKind, instrumentId: string, sink: FeedSink): Lease {
    // Before the list is known, the venue itself finds out.
    if (!instrumentId.endsWith(':OANDA') || this.#list.known?.has(instrumentId) === false) throw unknownInstrument()
    return this.#streams.open(kind, instrumentId, sink)
  }

  async *candles(instrumentId: string, from: number, to: number): AsyncIterable<BarColumns> {
    const rules = (await this.#list.read()).get(instrumentId)
    if (!rules) throw unknownInstrument()
    yield* readCandles(this.#rest, { name: rules.name, from, to })
  }

  health(): FeedHealth {
    const { isKnown, ms, level } = this.skew
    return { budget: this.#rest.budget.state, skew: isKnown ? { ms: Math.round(ms), level } : null }
  }

  close(): void {
    this.#streams.close()
    this.#lines.close()
    this.#rest.close()
  }

  #connect(kind: FeedKind, instrumentId: string, handlers: StreamHandlers): () => void {
    let leave = (): void => {}
    let isOver = false
    this.#subscriptions += 1
    const begin = (rules: InstrumentRules | undefined): void => {
      if (isOver) return
      // It has neither trades nor books nor a day's ticker.
      if (kind !== 'quote' || !rules) return handlers.lost(true)
      leave = this.#follow(rules, handlers)
    }
    const known = this.#account === '' ? null : this.#list.known
    if (known) begin(known.get(instrumentId))
    else
      this.#prepare().then(
        (list) => begin(list.get(instrumentId)),
        () => isOver || handlers.lost(false),
      )
    return () => {
      if (isOver) return
      isOver = true
      this.#subscriptions -= 1
      leave()
    }
  }

  async #prepare(): Promise<ReadonlyMap<string, InstrumentRules>> {
    this.#account = await this.#rest.account()
    return this.#list.read()
  }

  #follow({ name }: InstrumentRules, handlers: StreamHandlers): () => void {
    const heard = (message: Fields): number => {
      const time = timeOf(message['time'])
      this.skew.sample(this.#rest.now(), time)
      return time
    }
    return this.#lines.join(name, {
      price: (price) => {
        try {
          heard(price)
          this.#isOpen.set(name, isTradeable(price))
          handlers.message(readQuote(price))
        } catch {
          handlers.garbage()
        }
      },
      heartbeat: (message) => {
        try {
          const isOpen = this.#isOpen.get(name)
          const time = heard(message)
          // Before its first price nothing is known of an instrument.
          if (isOpen !== undefined) handlers.message({ kind: 'heartbeat', time, isOpen })
        } catch {
          handlers.garbage()
        }
      },
      garbage: () => handlers.garbage(),
      lost: () => handlers.lost(false),
    })
  }
}

function unknownInstrument(): UserError {
  return new UserError('unknown-instrument', 'Instrument not available')
}
