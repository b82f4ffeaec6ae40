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
  VenueFill,
  VenueOrder,
} from '../../ports/order-gateway.ts'
import { OrderDenied } from '../../wire/order-denied.ts'
import { BinanceError } from './binance-error.ts'
import { changeOrder } from './change-order.ts'
import { classifyError } from './classify-error.ts'
import { type OrderParams, orderRequest, pairRequest } from './order-request.ts'
import { readAnsweredOrder, readListedOrder, readTradeRow, venueIdOf } from './read-account.ts'
import { sendOrder, symbolIn } from './send-order.ts'
import { RECEIVE_WINDOW_MS, SignedRest, type SignedRestOptions } from './signed-rest.ts'
import { SPOT_WIRE } from './spot-wire.ts'
import type { SymbolRules } from './symbol-rules.ts'

/** The venue itself gives up on its matching engine after that time. */
const ENGINE_MS = 10_000
const MARGIN_MS = 2_000
const PAGE = 1_000
/** The longest time that one request for trades may span. */
const DAY_MS = 86_400_000
/** Of a request for the trades of one order. */
const ONE_ORDER_WEIGHT = 5
const NO_ORDER = -2013
const ONE = { path: '/api/v3/order', weight: 4 } as const

/** Orders of one account at Binance spot. */
export class BinanceOrders implements OrderGateway {
  readonly fenceMs = RECEIVE_WINDOW_MS + ENGINE_MS + MARGIN_MS
  // Of a request that was forwarded before the time-out, nobody says when it ends.
  readonly isFencePresumed = true
  readonly feeCurrency = 'BNB'
  readonly #rest: SignedRest

  constructor(options: SignedRestOptions) {
    this.#rest = new SignedRest(options, SPOT_WIRE)
  }

  place(reference: OrderReference, order: PlacePayload): Promise<OrderAnswer> {
    const priority = order.reduceOnly ? 'urgent' : 'order'
    const build = (rules: SymbolRules): OrderParams => {
      if (order.instrumentId !== reference.instrumentId) throw new OrderDenied('The order names another instrument')
      return orderRequest(order, reference.clientId, rules)
    }
    const read = (body: unknown): OrderAnswer => {
      const placed = readAnsweredOrder(body)
      return { kind: 'ACCEPTED', venueId: placed.venueId, order: placed }
    }
    const { instrumentId, until } = reference
    return sendOrder(this.#rest, { path: '/api/v3/order', priority, instrumentId, until, build, read })
  }

  placePair({ takeProfit, stopLoss, ...pair }: ProtectivePair): Promise<PairAnswer> {
    const build = (rules: SymbolRules): OrderParams =>
      pairRequest({ ...pair, limitClientId: takeProfit.clientId, stopClientId: stopLoss.clientId }, rules)
    const read = (body: unknown): PairAnswer => {
      const { orders } = body as { orders: readonly { symbol: unknown; orderId: unknown; clientOrderId: unknown }[] }
      const idOf = ({ clientId }: OrderReference): string => {
        const order = orders.find(({ clientOrderId }) => clientOrderId === clientId)
        return venueIdOf(order?.symbol, order?.orderId)
      }
      return { kind: 'ACCEPTED', takeProfitId: idOf(takeProfit), stopLossId: idOf(stopLoss) }
    }
    const { instrumentId } = pair
    return sendOrder(this.#rest, { path: '/api/v3/orderList/oco', priority: 'urgent', instrumentId, build, read })
  }

  change(change: OrderChange): Promise<ChangeAnswer> {
    return changeOrder(this.#rest, change, MARGIN_MS)
  }

  async cancel({ instrumentId, clientId }: OrderReference): Promise<OrderAnswer> {
    const request = { method: 'DELETE', path: '/api/v3/order', weight: 1, priority: 'urgent' } as const
    try {
      await this.#rest.sampleTime().catch(() => undefined)
      const body = await this.#rest.send(request, { symbol: symbolIn(instrumentId), origClientOrderId: clientId })
      return { kind: 'ACCEPTED', venueId: null, ...orderIn(body, clientId) }
    } catch (error) {
      return classifyError(error)
    }
  }

  async lookUp({ instrumentId, clientId }: OrderReference, isUrgent = false): Promise<LookUp> {
    const priority = isUrgent ? 'urgent' : 'look-up'
    return found(this.#rest.read({ ...ONE, priority }, { symbol: symbolIn(instrumentId), origClientOrderId: clientId }))
  }

  async orderOf(instrumentId: string, venueId: string): Promise<LookUp> {
    const symbol = symbolIn(instrumentId)
    return found(
      this.#rest.read({ ...ONE, priority: 'look-up' }, { symbol, orderId: venueId.slice(symbol.length + 1) }),
    )
  }

  async maxMarketQuantity(instrumentId: string): Promise<number | null> {
    const rules = await this.#rest.rulesOf(symbolIn(instrumentId))
    const most = Number(rules?.maxMarketQuantity)
    return rules && most > 0 ? most : null
  }

  async openOrders(instrumentId?: string): Promise<readonly VenueOrder[]> {
    const path = '/api/v3/openOrders'
    const [request, of] =
      instrumentId === undefined
        ? [{ path, weight: 80, priority: 'look-up' } as const, {}]
        : [{ path, weight: 6, priority: 'snapshot' } as const, { symbol: symbolIn(instrumentId) }]
    return ((await this.#rest.read(request, of)) as readonly unknown[]).flatMap((row) => readListedOrder(row) ?? [])
  }

  async *fills(instrumentId: string, cursor: string | null, since: number): AsyncIterable<FillPage> {
    const symbol = symbolIn(instrumentId)
    if (cursor === null) {
      const newest = await this.#trades({ symbol })
      const [oldest] = newest
      if (!oldest) return
      // Whoever has traded for years has a history of many pages, and nobody waits for that.
      if (newest.length < PAGE || oldest.fill.time < since) return yield pageOf(newest, since)
    }
    let from = cursor ?? '0'
    for (;;) {
      const trades = await this.#trades({ symbol, fromId: from })
      if (trades.length === 0) return
      const page = pageOf(trades, cursor === null ? since : 0)
      from = page.cursor
      yield page
      if (trades.length < PAGE) return
    }
  }

  async fillsOf({
    instrumentId,
    venueId,
  }: Pick<VenueOrder, 'instrumentId' | 'venueId'>): Promise<readonly VenueFill[]> {
    const symbol = symbolIn(instrumentId)
    const orderId = venueId.slice(symbol.length + 1)
    const newest = await this.#trades({ symbol, orderId }, ONE_ORDER_WEIGHT)
    if (newest.length < PAGE) return newest.map(({ fill }) => fill)
    const fills: VenueFill[] = []
    for (let fromId = '0'; ;) {
      const trades = await this.#trades({ symbol, orderId, fromId }, ONE_ORDER_WEIGHT)
      fills.push(...trades.map(({ fill }) => fill))
      if (trades.length < PAGE) return fills
      fromId = pageOf(trades, 0).cursor
    }
  }

  async *fillsSince(instrumentId: string, since: number): AsyncIterable<readonly VenueFill[]> {
    const symbol = symbolIn(instrumentId)
    for (let from = since; from <= this.#rest.venueNow();) {
      const until = from + DAY_MS - 1
      const trades = await this.#trades({ symbol, startTime: `${from}`, endTime: `${until}` })
      yield trades.map(({ fill }) => fill)
      const last = trades.at(-1)?.fill.time ?? until
      // A full page may end among trades of one moment.
      from = trades.length < PAGE ? until + 1 : Math.max(last, from + 1)
    }
  }

  /** A page of trades, oldest first: the newest ones unless it begins at one of them. */
  async #trades(params: OrderParams, weight = 20): Promise<ReturnType<typeof readTradeRow>[]> {
    const request = { path: '/api/v3/myTrades', weight, priority: 'look-up' } as const
    const rows = (await this.#rest.read(request, { ...params, limit: `${PAGE}` })) as readonly unknown[]
    // Their numbers need not rise.
    return rows.map(readTradeRow).toSorted((a, b) => a.fill.time - b.fill.time || a.id - b.id)
  }
}

function pageOf(trades: readonly ReturnType<typeof readTradeRow>[], since: number): FillPage {
  const fills = trades.map(({ fill }) => fill).filter(({ time }) => time >= since)
  return { fills, cursor: `${Math.max(-1, ...trades.map(({ id }) => id)) + 1}` }
}

/** Orders of a pair end together, and both are stated. */
function orderIn(body: unknown, clientId: string): { readonly order?: VenueOrder } {
  const { orderReports } = body as { readonly orderReports?: readonly unknown[] }
  const all = (orderReports ?? [body]).map(readAnsweredOrder)
  const order = all.find((one) => one.clientId === clientId)
  return order ? { order } : {}
}

async function found(answer: Promise<unknown>): Promise<LookUp> {
  try {
    const order = readListedOrder(await answer)
    return order ? { kind: 'FOUND', order } : { kind: 'NONE' }
  } catch (error) {
    if (error instanceof BinanceError && error.code === NO_ORDER) return { kind: 'NONE' }
    throw error
  }
}
