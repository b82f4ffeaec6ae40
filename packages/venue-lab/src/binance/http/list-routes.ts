import type { LabMarket } from '../market/lab-market.ts'
import { checkFilters } from '../trading/check-filters.ts'
import type { LabAccount } from '../trading/lab-account.ts'
import { isStop, type LabList, type OrderDraft } from '../trading/lab-order.ts'
import { clientIdOf, quantityOf, readLeg, sideOf, typeOf } from '../trading/order-draft.ts'
import { marketOf } from './market-routes.ts'
import { canceledJson, listJson, newOrderJson } from './order-json.ts'
import { trading, type TradingContext } from './order-routes.ts'
import type { Params } from './params.ts'
import type { Routes } from './route.ts'
import { orderRejected, VenueError } from './venue-error.ts'

const LEG_PARAMS = ['Type', 'ClientOrderId', 'Price', 'StopPrice', 'TimeInForce']
const LIST_PARAMS = [
  'symbol',
  'listClientOrderId',
  'side',
  'quantity',
  'newOrderRespType',
  'selfTradePreventionMode',
  ...['above', 'below'].flatMap((leg) => LEG_PARAMS.map((name) => `${leg}${name}`)),
]

/** Requests about pairs of orders of which one ends the other. */
export function listRoutes(context: TradingContext): Routes<LabAccount> {
  const { markets, engine, now } = context
  return {
    'POST /api/v3/orderList/oco': {
      takes: LIST_PARAMS,
      weight: 1,
      orders: 2,
      answer: trading((params, account) => {
        const market = marketOf(markets, params)
        const drafts = readPair(params, () => engine.newClientId())
        for (const draft of drafts) checkFilters(market, draft, now())
        checkPair(market, drafts)
        const clientId = clientIdOf(params, 'listClientOrderId') ?? engine.newClientId()
        const list = engine.placeList(account, market, clientId, drafts)
        const reports = list.orders.map((order) => newOrderJson(account, order, 'RESULT'))
        return { ...listJson(list), orderReports: reports }
      }),
    },
    'GET /api/v3/orderList': {
      takes: ['orderListId', 'origClientOrderId'],
      weight: 4,
      answer: (params, account) => {
        const list = findList(params, account, 'origClientOrderId')
        if (list === null) throw new VenueError(-2018, 'Order list does not exist.')
        return listJson(list)
      },
    },
    'GET /api/v3/openOrderList': {
      takes: [],
      weight: 6,
      answer: (_params, account) => account.lists.filter(({ isDone }) => !isDone).map(listJson),
    },
    'DELETE /api/v3/orderList': {
      takes: ['symbol', 'orderListId', 'listClientOrderId', 'newClientOrderId'],
      weight: 1,
      answer: trading((params, account) => {
        marketOf(markets, params)
        const list = findList(params, account, 'listClientOrderId')
        const order = list?.orders[0]
        if (list === null || order === undefined || list.isDone) throw new VenueError(-2011, 'Unknown order list sent.')
        const id = clientIdOf(params, 'newClientOrderId') ?? engine.newClientId()
        engine.cancel(account, order, id)
        return { ...listJson(list), orderReports: list.orders.map((one) => canceledJson(one, id)) }
      }),
    },
  }
}

function findList(params: Params, account: LabAccount, clientIdName: string): LabList | null {
  const [id, clientId] = [params.integer('orderListId'), params.optional(clientIdName)]
  if (id === null && clientId === null)
    throw new VenueError(-1102, `Param '${clientIdName}' or 'orderListId' must be sent, but both were empty/null!`)
  return account.lists.findLast((list) => (id === null ? list.clientId === clientId : list.id === id)) ?? null
}

function readPair(params: Params, newId: () => string): readonly [above: OrderDraft, below: OrderDraft] {
  const [side, quantity] = [sideOf(params), quantityOf(params)]
  const leg = (prefix: 'above' | 'below'): OrderDraft => {
    const names = (name: string): string => `${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`
    const type = typeOf(params.text(`${prefix}Type`))
    if (type === 'LIMIT' || type === 'MARKET') throw new VenueError(-1116, 'Invalid orderType.')
    const draft = readLeg(params, {
      type,
      names,
      clientIdName: `${prefix}ClientOrderId`,
      newId: () => newId() + prefix,
    })
    return { ...draft, side, quantity, quoteQuantity: 0n }
  }
  const [above, below] = [leg('above'), leg('below')]
  if (above.clientId === below.clientId) throw orderRejected('Duplicate order sent.')
  return [above, below]
}

/** One order takes the profit and the other stops the loss, and the market lies between their prices. */
function checkPair({ lastPrice }: LabMarket, [above, below]: readonly [OrderDraft, OrderDraft]): void {
  const isStopLoss = ({ type }: OrderDraft): boolean => type.startsWith('STOP_LOSS')
  const [stop, other] = above.side === 'BUY' ? [above, below] : [below, above]
  if (!isStopLoss(stop) || isStopLoss(other))
    throw new VenueError(-1166, 'Invalid combination of the types of the orders in this list.')
  const priceOf = ({ type, stopPrice, price }: OrderDraft): bigint => (isStop(type) ? stopPrice : price)
  const isBetween =
    lastPrice === null ? priceOf(above) > priceOf(below) : priceOf(above) > lastPrice && priceOf(below) < lastPrice
  if (!isBetween) throw orderRejected('The relationship of the prices for the orders is not correct.')
}
