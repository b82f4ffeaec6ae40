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
  VenueOrder,
} from '../../ports/order-gateway.ts'
import { BinanceError } from './binance-error.ts'
import { changeOrder } from './change-order.ts'
import { classifyError } from './classify-error.ts'
import { OrderDenied, type OrderParams, orderRequest, pairRequest } from './order-request.ts'
import { readAnsweredOrder, readListedOrder, readTradeRow, venueIdOf } from './read-account.ts'
import { sendOrder, symbolIn } from './send-order.ts'
import { RECEIVE_WINDOW_MS, SignedRest, type SignedRestOptions } from './signed-rest.ts'
import type { SymbolRules } from './symbol-rules.ts'

/** The venue itself gives up on its matching engine after that time. */
const ENGINE_MS = 10_000
const MARGIN_MS = 2_000
const PAGE = 1_000
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
    this.#rest = new SignedRest(options)
  }

  place(reference: OrderReference, order: PlacePayload): Promise<OrderAnswer> {
    const priority = order.reduceOnly ? 'urgent' : 'order'
    const build = (rules: SymbolRules): OrderParams => {
      if (order.instrumentId !== reference.instrumentId) throw new OrderDenied('The order names another instrument')
      return orderRequest(order, reference.clientId, rules)
    }
    const read = (body: unknown): OrderAnswer => {
      const { symbol, orderId } = body as { symbol?: unknown; orderId?: unknown }
      return { kind: 'ACCEPTED', venueId: venueIdOf(symbol, orderId) }
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
      return { kind: 'ACCEPTED', venueId: null, ...endedIn(body, clientId) }
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

  async openOrders(): Promise<readonly VenueOrder[]> {
    const request = { path: '/api/v3/openOrders', weight: 80, priority: 'look-up' } as const
    return ((await this.#rest.read(request, {})) as readonly unknown[]).flatMap((row) => readListedOrder(row) ?? [])
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

  /** A page of trades, oldest first: the newest ones unless it begins at one of them. */
  async #trades(params: OrderParams): Promise<ReturnType<typeof readTradeRow>[]> {
    const request = { path: '/api/v3/myTrades', weight: 20, priority: 'look-up' } as const
    const rows = (await this.#rest.read(request, { ...params, limit: `${PAGE}` })) as readonly unknown[]
    return rows.map(readTradeRow).toSorted((a, b) => a.id - b.id)
  }
}

function pageOf(trades: readonly ReturnType<typeof readTradeRow>[], since: number): FillPage {
  const fills = trades.map(({ fill }) => fill).filter(({ time }) => time >= since)
  return { fills, cursor: `${(trades.at(-1)?.id ?? -1) + 1}` }
}

/** Orders of a pair end together, and both are stated. */
function endedIn(body: unknown, clientId: string): { readonly ended?: VenueOrder } {
  const { orderReports } = body as { readonly orderReports?: readonly unknown[] }
  const all = (orderReports ?? [body]).map(readAnsweredOrder)
  const ended = all.find((one) => one.clientId === clientId)
  return ended ? { ended } : {}
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
