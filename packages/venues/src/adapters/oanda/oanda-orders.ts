import type { PlacePayload } from '@tradeloom/trading'
import type {
  ChangeAnswer,
  FillPage,
  LookUp,
  OrderAnswer,
  OrderChange,
  OrderGateway,
  OrderReference,
  PairAnswer,
  ProtectivePair,
  TrailingStop,
  VenueFill,
  VenueOrder,
} from '../../ports/order-gateway.ts'
import { readDetails } from './account-details.ts'
import { termsReader } from './account-terms.ts'
import { classifyError } from './classify-error.ts'
import { InstrumentList } from './instrument-list.ts'
import { isAbsent } from './oanda-error.ts'
import { OandaRest, type OandaRestOptions } from './oanda-rest.ts'
import { orderBody } from './order-body.ts'
import { isOnFillName, ownName } from './order-names.ts'
import { OrderReader } from './order-reader.ts'
import { OrderTrail } from './order-trail.ts'
import { readReplaced } from './read-answer.ts'
import { isFill, namedFill, readFills } from './read-fills.ts'
import { nameOf, tradeOf } from './read-order.ts'
import { type Fields, textOf } from './read-fields.ts'
import { sendOrder } from './send-order.ts'
import { PlaceOrder } from './place-order.ts'
import { TransactionLog, type TransactionPage } from './transaction-log.ts'

/** The venue answers within seconds, or never. */
const FENCE_MS = 15_000

/** Orders of one account at OANDA. */
export class OandaOrders implements OrderGateway {
  readonly fenceMs = FENCE_MS
  // Requests carry no time, so nothing keeps one that is late from being carried out.
  readonly isFencePresumed = true
  readonly takesStopsOnFill = true
  readonly #rest: OandaRest
  readonly #list: InstrumentList
  readonly #log: TransactionLog
  readonly #orders: OrderReader
  readonly #terms: ReturnType<typeof termsReader>
  readonly #place: PlaceOrder

  constructor(options: OandaRestOptions) {
    this.#rest = new OandaRest(options)
    this.#list = new InstrumentList(this.#rest)
    this.#log = new TransactionLog(this.#rest)
    this.#orders = new OrderReader(this.#rest, this.#log)
    this.#terms = termsReader(this.#rest)
    this.#place = new PlaceOrder(this.#rest, this.#list)
  }

  place(reference: OrderReference, order: PlacePayload): Promise<OrderAnswer> {
    return this.#place.one(reference, order)
  }

  placePair(pair: ProtectivePair): Promise<PairAnswer> {
    return this.#place.pair(pair)
  }

  placeTrailing(reference: OrderReference, stop: TrailingStop): Promise<OrderAnswer> {
    return this.#place.trailing(reference, stop)
  }

  change(change: OrderChange): Promise<ChangeAnswer> {
    const { replaced, replacement, after } = change
    return sendOrder<ChangeAnswer>(
      { rest: this.#rest, list: this.#list },
      {
        priority: 'order',
        instrumentId: replaced.instrumentId,
        prepare: async (rules) => ({
          method: 'PUT',
          path: `/orders/@${replaced.clientId}`,
          body: { order: orderBody(after, replacement.clientId, rules, await this.#place.onFill(after, rules)) },
          read: (body) => readReplaced(body, change),
        }),
      },
    )
  }

  async cancel({ clientId }: OrderReference): Promise<OrderAnswer> {
    try {
      await this.#rest.send({ method: 'PUT', path: `/orders/@${clientId}/cancel`, priority: 'urgent' })
      return { kind: 'ACCEPTED', venueId: null }
    } catch (error) {
      return classifyError(error)
    }
  }

  async lookUp({ clientId, sentAt }: OrderReference, isUrgent = false): Promise<LookUp> {
    const named = await found(this.#orders.order(`@${clientId}`, isUrgent ? 'urgent' : 'look-up'))
    if (named.kind === 'FOUND' || !(await this.#terms()).isHedging) return named
    const order = await this.#orders.closing(clientId, sentAt)
    return order ? { kind: 'FOUND', order } : named
  }

  async orderOf(_: string, venueId: string): Promise<LookUp> {
    const answer = await found(this.#orders.order(venueId))
    if (answer.kind === 'NONE' || answer.order.clientId !== null || answer.order.type !== 'MARKET') return answer
    return { kind: 'FOUND', order: { ...answer.order, clientId: await this.#orders.nameOfClosing(venueId) } }
  }

  async maxMarketQuantity(instrumentId: string): Promise<number | null> {
    return (await this.#list.readSoon()).get(instrumentId)?.maxUnits ?? null
  }

  async openOrders(instrumentId?: string): Promise<readonly VenueOrder[]> {
    const { orders, trades } = await readDetails(this.#rest)
    const byId = new Map(trades.map((trade) => [textOf(trade['id']), trade]))
    const listed: VenueOrder[] = []
    for (const order of orders) listed.push(...(await this.#listed(order, byId)))
    return instrumentId === undefined ? listed : listed.filter((order) => order.instrumentId === instrumentId)
  }

  async *fills(instrumentId: string, cursor: string | null, since: number): AsyncIterable<FillPage> {
    const trail = new OrderTrail()
    for await (const { transactions, last } of this.#pages(cursor, since)) {
      const fills = await this.#fillsIn(transactions, trail)
      const wanted = fills.filter((fill) => fill.instrumentId === instrumentId)
      yield { fills: cursor === null ? wanted.filter(({ time }) => time >= since) : wanted, cursor: `${last}` }
    }
  }

  async fillsOf({ venueId }: Pick<VenueOrder, 'instrumentId' | 'venueId'>): Promise<readonly VenueFill[]> {
    try {
      return await this.#orders.fillsOf(venueId, await this.#terms())
    } catch (error) {
      if (isAbsent(error)) return []
      throw error
    }
  }

  async *fillsSince(instrumentId: string, since: number): AsyncIterable<readonly VenueFill[]> {
    for await (const { fills } of this.fills(instrumentId, null, since)) yield fills
  }

  /** Oldest first. */
  async *#pages(cursor: string | null, since: number): AsyncIterable<TransactionPage> {
    if (cursor !== null) return yield* this.#log.since(Number(cursor))
    const pages: TransactionPage[] = []
    for await (const page of this.#log.backTo(since)) pages.unshift(page)
    for (const page of pages) {
      const last = Number(page.transactions.at(-1)?.['id'] ?? page.last)
      yield { ...page, last: page === pages.at(-1) ? page.last : last }
    }
  }

  async #fillsIn(transactions: readonly Fields[], trail: OrderTrail): Promise<readonly VenueFill[]> {
    const terms = await this.#terms()
    return transactions.flatMap((one) => {
      trail.take(one)
      return isFill(one) ? readFills(one, terms).map((fill) => namedFill(fill, trail)) : []
    })
  }

  /**
   * None for a stop that the venue has made of an order when that was filled, which is a level of its position, and for
   * what was placed elsewhere and is of a kind that is not known here: it is no reason to know nothing of the others.
   */
  async #listed(order: Fields, trades: ReadonlyMap<string, Fields>): Promise<readonly VenueOrder[]> {
    const name = nameOf(order)
    if (isOnFillName(name)) return []
    try {
      const tradeId = tradeOf(order)
      return [await this.#orders.whole(order, tradeId === null ? null : (trades.get(tradeId) ?? null))]
    } catch (error) {
      if (!(error instanceof TypeError) || ownName(name) !== null) throw error
      return []
    }
  }
}

async function found(answer: Promise<VenueOrder>): Promise<LookUp> {
  try {
    return { kind: 'FOUND', order: await answer }
  } catch (error) {
    if (isAbsent(error)) return { kind: 'NONE' }
    throw error
  }
}
