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
import { type ListedTrade, TradeHistory } from './trade-history.ts'

/** The venue itself gives up on its matching engine after that time. */
const ENGINE_MS = 10_000
const MARGIN_MS = 2_000
/** Of a request for trades, and for those of one order. */
const TRADES_WEIGHT = 20
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
  readonly #history = new TradeHistory((params) => this.#trades(params))

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

  fills(instrumentId: string, cursor: string | null, since: number): AsyncIterable<FillPage> {
    return this.#history.from(symbolIn(instrumentId), cursor, since)
  }

  fillsOf({ instrumentId, venueId }: Pick<VenueOrder, 'instrumentId' | 'venueId'>): Promise<readonly VenueFill[]> {
    const symbol = symbolIn(instrumentId)
    return this.#history.of(symbol, venueId.slice(symbol.length + 1))
  }

  fillsSince(instrumentId: string, since: number): AsyncIterable<readonly VenueFill[]> {
    return this.#history.since(symbolIn(instrumentId), since, () => this.#rest.venueNow())
  }

  async #trades(params: OrderParams): Promise<readonly ListedTrade[]> {
    const weight = 'orderId' in params ? ONE_ORDER_WEIGHT : TRADES_WEIGHT
    const rows = await this.#rest.read({ path: '/api/v3/myTrades', weight, priority: 'look-up' }, params)
    return (rows as readonly unknown[]).map(readTradeRow)
  }
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
