import type { PlacePayload } from '@tradeloom/trading'
import type {
  FillPage,
  LookUp,
  OrderAnswer,
  OrderGateway,
  OrderReference,
  PairAnswer,
  ProtectivePair,
  VenueFill,
  VenueOrder,
} from '../../../ports/order-gateway.ts'
import { OrderDenied } from '../../../wire/order-denied.ts'
import { BinanceError } from '../binance-error.ts'
import { classifyError } from '../classify-error.ts'
import type { OrderParams } from '../order-request.ts'
import { type Fields, OURS, whole } from '../read-account.ts'
import { sendOrder } from '../send-order.ts'
import { RECEIVE_WINDOW_MS, SignedRest, type SignedRestOptions } from '../signed-rest.ts'
import type { SymbolRules } from '../symbol-rules.ts'
import { type ListedTrade, TradeHistory } from '../trade-history.ts'
import { futuresOrderRequest, type Namespace, namespaceOf } from './futures-order-request.ts'
import { readAlgoOrder, readFuturesOrder, readFuturesTrade } from './read-futures.ts'
import { readMode } from './usdm-terms.ts'
import { USDM_WIRE } from './usdm-wire.ts'

/** The venue itself gives up on its matching engine after that time. */
const ENGINE_MS = 10_000
const MARGIN_MS = 2_000
const ORDERS_PAGE = 1_000
const MAX_NAMES = 10_000
/** In that namespace there is no such order, or none that works. */
const ABSENT: ReadonlySet<number | null> = new Set([-2011, -2013])
const PROTECTION_TERMS = {
  kind: 'PLACE',
  timeInForce: 'GTC',
  expiry: null,
  postOnly: false,
  reduceOnly: true,
  stopLoss: null,
  takeProfit: null,
  trailingStop: null,
  stopLossDistance: null,
  takeProfitDistance: null,
} as const
const ORDER = { path: '/fapi/v1/order', weight: 1 } as const
const ALGO_ORDER = { path: '/fapi/v1/algoOrder', weight: 1 } as const

/** The order does not fit the mode of the account, which its owner can change. */
const OTHER_MODE = -4061

/**
 * Orders of one futures account. Those that wait for a price are in a namespace of their own until they are
 * triggered, so whoever looks for an order looks in both.
 */
export class UsdmOrders implements OrderGateway {
  readonly fenceMs = RECEIVE_WINDOW_MS + ENGINE_MS + MARGIN_MS
  // Of a request that was forwarded before the time-out, nobody says when it ends.
  readonly isFencePresumed = true
  readonly feeCurrency = 'BNB'
  readonly #rest: SignedRest
  readonly #history = new TradeHistory((params) => this.#trades(params))
  /** As it was when it was last asked for: what does not fit it any more is refused. */
  #mode: ReturnType<typeof readMode> | null = null
  /** Of orders, by their numbers. */
  readonly #names = new Map<number, string>()

  constructor(options: SignedRestOptions) {
    this.#rest = new SignedRest(options, USDM_WIRE)
  }

  async place(reference: OrderReference, order: PlacePayload): Promise<OrderAnswer> {
    const { instrumentId, until, clientId } = reference
    let isHedging: boolean
    try {
      isHedging = await this.#isHedging()
    } catch {
      return { kind: 'REFUSED', reason: 'Binance does not say in which mode this account is', isForNow: true }
    }
    const isAlgo = namespaceOf(order) === 'algo'
    const build = (rules: SymbolRules): OrderParams => {
      if (order.instrumentId !== instrumentId) throw new OrderDenied('The order names another instrument')
      return futuresOrderRequest(order, { clientId, now: this.#rest.venueNow(), isHedging }, rules)
    }
    const read = (body: unknown): OrderAnswer => {
      const placed = isAlgo ? readAlgoOrder(body).order : readFuturesOrder(body)
      return { kind: 'ACCEPTED', venueId: placed.venueId, order: placed }
    }
    const { path } = isAlgo ? ALGO_ORDER : ORDER
    const priority = order.reduceOnly ? 'urgent' : 'order'
    const classify = (error: unknown) => this.#refusal(error)
    return sendOrder(this.#rest, { path, priority, instrumentId, until, build, read, classify })
  }

  async #isHedging(): Promise<boolean> {
    this.#mode ??= readMode(this.#rest)
    try {
      return (await this.#mode) === 'hedging'
    } catch (error) {
      this.#mode = null
      throw error
    }
  }

  #refusal(error: unknown): ReturnType<typeof classifyError> {
    if (!(error instanceof BinanceError) || error.code !== OTHER_MODE) return classifyError(error)
    this.#mode = null
    return { kind: 'REFUSED', reason: 'The position mode of this account was changed at Binance', isForNow: true }
  }

  /** Two orders that can only reduce: the stop first. The venue cancels what cannot reduce any more, or custody does. */
  async placePair({ takeProfit, stopLoss, limitPrice, stopPrice, ...pair }: ProtectivePair): Promise<PairAnswer> {
    const terms = { ...PROTECTION_TERMS, ...pair }
    const first = await this.place(stopLoss, { ...terms, type: 'STOP', limitPrice: null, stopPrice })
    if (first.kind !== 'ACCEPTED') return first
    const second = await this.place(takeProfit, { ...terms, type: 'LIMIT', limitPrice, stopPrice: null })
    if (second.kind === 'ACCEPTED')
      return { kind: 'ACCEPTED', takeProfitId: second.venueId ?? '', stopLossId: first.venueId ?? '' }
    const taken = await this.cancel(stopLoss)
    return taken.kind === 'ACCEPTED' ? second : { kind: 'UNKNOWN', reason: second.reason }
  }

  /** First where it is if it still waits: an order goes from there to the matching engine, and never back. */
  async cancel({ instrumentId, clientId }: OrderReference): Promise<OrderAnswer> {
    try {
      await this.#rest.sampleTime().catch(() => undefined)
      const symbol = this.#rest.symbolIn(instrumentId)
      const wasWaiting = await this.#cancelIn('algo', { clientAlgoId: clientId })
      if (wasWaiting !== null) return { kind: 'ACCEPTED', venueId: null }
      const body = await this.#cancelIn('regular', { symbol, origClientOrderId: clientId })
      if (body === null) return { kind: 'UNKNOWN', reason: 'Binance has no such order that works' }
      return { kind: 'ACCEPTED', venueId: null, order: readFuturesOrder(body) }
    } catch (error) {
      return classifyError(error)
    }
  }

  async lookUp({ instrumentId, clientId }: OrderReference, isUrgent = false): Promise<LookUp> {
    const symbol = this.#rest.symbolIn(instrumentId)
    const waiting = await this.#find(ALGO_ORDER, { clientAlgoId: clientId }, isUrgent)
    const algo = waiting === null ? null : readAlgoOrder(waiting)
    if (algo && !algo.isForwarded) return { kind: 'FOUND', order: algo.order }
    const body = await this.#find(ORDER, { symbol, origClientOrderId: clientId }, isUrgent)
    if (body === null) {
      // It was forwarded a moment ago, or so long ago that it was forgotten.
      if (algo) throw new Error('Binance does not know the order yet that a triggered one has become')
      return { kind: 'NONE' }
    }
    return { kind: 'FOUND', order: asPlaced(readFuturesOrder(body), algo?.order ?? null) }
  }

  async orderOf(instrumentId: string, venueId: string): Promise<LookUp> {
    const symbol = this.#rest.symbolIn(instrumentId)
    const body = await this.#find(ORDER, { symbol, ...namedBy(venueId.slice(symbol.length + 1)) }, false)
    return body === null ? { kind: 'NONE' } : { kind: 'FOUND', order: readFuturesOrder(body) }
  }

  async maxMarketQuantity(instrumentId: string): Promise<number | null> {
    const rules = await this.#rest.rulesOf(this.#rest.symbolIn(instrumentId))
    const most = Number(rules?.maxMarketQuantity)
    return rules && most > 0 ? most : null
  }

  async openOrders(instrumentId?: string): Promise<readonly VenueOrder[]> {
    const [weight, of] = instrumentId === undefined ? [40, {}] : [1, { symbol: this.#rest.symbolIn(instrumentId) }]
    const list = async (path: string): Promise<readonly unknown[]> =>
      (await this.#rest.read({ path, weight, priority: 'look-up' }, of)) as readonly unknown[]
    // In this order: what is triggered in between is in both lists, and in neither the other way around.
    const waiting = await list('/fapi/v1/openAlgoOrders')
    const regular = await list('/fapi/v1/openOrders')
    const orders = [
      ...waiting.flatMap((row) => listed(row, (one) => readAlgoOrder(one).order)),
      ...regular.flatMap((row) => listed(row, readFuturesOrder)),
    ]
    return [...new Map(orders.map((order) => [order.venueId, order])).values()]
  }

  fills(instrumentId: string, cursor: string | null, since: number): AsyncIterable<FillPage> {
    return this.#history.from(this.#rest.symbolIn(instrumentId), cursor, since)
  }

  async fillsOf({
    instrumentId,
    venueId,
  }: Pick<VenueOrder, 'instrumentId' | 'venueId'>): Promise<readonly VenueFill[]> {
    const symbol = this.#rest.symbolIn(instrumentId)
    const name = venueId.slice(symbol.length + 1)
    if (!OURS.test(name)) return name.startsWith('algo-') ? [] : this.#history.of(symbol, name)
    const body = await this.#find(ORDER, { symbol, origClientOrderId: name }, false)
    // It still waits for its price.
    if (body === null) return []
    return this.#history.of(symbol, String(whole((body as Fields)['orderId'])))
  }

  fillsSince(instrumentId: string, since: number): AsyncIterable<readonly VenueFill[]> {
    return this.#history.since(this.#rest.symbolIn(instrumentId), since, () => this.#rest.venueNow())
  }

  async #trades(params: OrderParams): Promise<readonly ListedTrade[]> {
    const request = { path: '/fapi/v1/userTrades', weight: 5, priority: 'look-up' } as const
    const rows = (await this.#rest.read(request, params)) as readonly Fields[]
    await this.#learnNames(params['symbol'] ?? '', new Set(rows.map(({ orderId }) => whole(orderId))))
    return rows.map((row) => readFuturesTrade(row, (orderId) => this.#names.get(orderId) ?? null))
  }

  /** Trades name their orders by number alone, and a triggered order has another number than the one that waited. */
  async #learnNames(symbol: string, orderIds: ReadonlySet<number>): Promise<void> {
    const unknown = [...orderIds].filter((id) => !this.#names.has(id)).toSorted((a, b) => a - b)
    if (this.#names.size > MAX_NAMES) this.#names.clear()
    while (unknown.length > 0) {
      const params = { symbol, orderId: `${unknown[0]}`, limit: `${ORDERS_PAGE}` }
      const request = { path: '/fapi/v1/allOrders', weight: 5, priority: 'look-up' } as const
      const orders = (await this.#rest.read(request, params)) as readonly Fields[]
      for (const { orderId, clientOrderId } of orders)
        if (typeof clientOrderId === 'string') this.#names.set(whole(orderId), clientOrderId)
      const last = orders.length < ORDERS_PAGE ? Infinity : whole(orders.at(-1)?.['orderId'])
      // What the venue has forgotten stays without a name.
      while (unknown.length > 0 && (unknown[0] as number) <= last) unknown.shift()
    }
  }

  /** Null if no such order works in that namespace. */
  async #cancelIn(namespace: Namespace, params: OrderParams): Promise<unknown> {
    const { path, weight } = namespace === 'algo' ? ALGO_ORDER : ORDER
    try {
      return await this.#rest.send({ method: 'DELETE', path, weight, priority: 'urgent' }, params)
    } catch (error) {
      if (error instanceof BinanceError && ABSENT.has(error.code)) return null
      throw error
    }
  }

  /** Null if there is no such order in that namespace. */
  async #find(request: typeof ORDER | typeof ALGO_ORDER, params: OrderParams, isUrgent: boolean): Promise<unknown> {
    try {
      return await this.#rest.read({ ...request, priority: isUrgent ? 'urgent' : 'look-up' }, params)
    } catch (error) {
      if (error instanceof BinanceError && ABSENT.has(error.code)) return null
      throw error
    }
  }
}

/** What has become of an order in the matching engine, with the terms under which it waited. */
function asPlaced(order: VenueOrder, waited: VenueOrder | null): VenueOrder {
  if (waited === null) return order
  const { status, filled, quantity } = order
  return { ...waited, status, filled, quantity }
}

function namedBy(name: string): OrderParams {
  return OURS.test(name) ? { origClientOrderId: name } : { orderId: name }
}

/** An order of a list; none for one of another program that is of a kind which is not known here. */
function listed(row: unknown, read: (row: unknown) => VenueOrder): readonly VenueOrder[] {
  try {
    return [read(row)]
  } catch (error) {
    const { clientOrderId, clientAlgoId } = row as Fields
    if (OURS.test(String(clientOrderId ?? clientAlgoId))) throw error
    return []
  }
}
