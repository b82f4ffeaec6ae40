import { marketOf } from '../../binance/http/market-routes.ts'
import type { Params } from '../../binance/http/params.ts'
import type { Route, Routes } from '../../binance/http/route.ts'
import { VenueError } from '../../binance/http/venue-error.ts'
import type { LabMarket } from '../../binance/market/lab-market.ts'
import type { LabMarkets } from '../../binance/market/lab-markets.ts'
import { sideOf } from '../../binance/trading/order-draft.ts'
import { toUnits } from '../../units.ts'
import type { FuturesAccount } from '../trading/futures-account.ts'
import type { FuturesEngine } from '../trading/futures-engine.ts'
import {
  type AlgoType,
  algoJson,
  type FuturesDraft,
  type FuturesOrder,
  isOpen,
  orderJson,
  type PositionSide,
} from '../trading/futures-order.ts'

export interface FuturesContext {
  readonly markets: LabMarkets
  readonly engine: FuturesEngine
  now(): number
}

const CONDITIONAL = ['STOP', 'STOP_MARKET', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET', 'TRAILING_STOP_MARKET']
const CLIENT_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/
const MIN_LIFE_MS = 600_000
const ORDER_PARAMS = ['symbol', 'side', 'positionSide', 'type', 'timeInForce', 'quantity', 'price', 'reduceOnly']
const NAMED = ['symbol', 'orderId', 'origClientOrderId']

/** Requests that place, change and cancel orders, in both books. */
export function futuresRoutes(context: FuturesContext): Routes<FuturesAccount> {
  const { markets, engine, now } = context
  return {
    'POST /fapi/v1/order': {
      takes: [...ORDER_PARAMS, 'newClientOrderId', 'newOrderRespType', 'goodTillDate'],
      weight: 0,
      orders: 1,
      answer: (params, account) => {
        const market = marketOf(markets, params)
        return orderJson(engine.place(account, market, readDraft(params, account, market, { engine, now })))
      },
    },
    'PUT /fapi/v1/order': {
      takes: [...NAMED, 'side', 'quantity', 'price'],
      weight: 1,
      orders: 1,
      answer: (params, account) => {
        const market = marketOf(markets, params)
        const order = openOrderOf(params, account, -2013)
        const [quantity, price] = [params.decimal('quantity'), params.decimal('price')]
        checkSteps(market, quantity, [price])
        engine.change(account, order, { quantity, price })
        return orderJson(order)
      },
    },
    'DELETE /fapi/v1/order': {
      takes: NAMED,
      weight: 1,
      answer: (params, account) => {
        const order = openOrderOf(params, account, -2011)
        engine.cancel(account, order)
        return orderJson(order)
      },
    },
    'DELETE /fapi/v1/allOpenOrders': {
      takes: ['symbol'],
      weight: 1,
      answer: (params, account) => {
        const { symbol } = marketOf(markets, params).symbol
        for (const order of account.orders.filter((one) => one.symbol === symbol && isOpen(one)))
          engine.cancel(account, order)
        return { code: 200, msg: 'The operation of cancel all open order is done.' }
      },
    },
    ...algoRoutes(context),
  }
}

/** Of the other book: numbers, look-ups and cancellations of its own. */
function algoRoutes({ markets, engine }: FuturesContext): Routes<FuturesAccount> {
  return {
    'POST /fapi/v1/algoOrder': {
      takes: [...ORDER_PARAMS, 'algoType', 'triggerPrice', 'clientAlgoId', 'workingType', 'newOrderRespType'],
      weight: 0,
      orders: 1,
      answer: (params, account) => {
        const market = marketOf(markets, params)
        if (params.text('algoType') !== 'CONDITIONAL') throw new VenueError(-4500, 'Invalid algoType.')
        const type = params.text('type')
        if (!CONDITIONAL.includes(type)) throw new VenueError(-1116, 'Invalid orderType.')
        const [quantity, triggerPrice] = [params.decimal('quantity'), params.decimal('triggerPrice')]
        const price = type.endsWith('_MARKET') ? notSent(params, 'price') : params.decimal('price')
        checkSteps(market, quantity, [triggerPrice, price])
        const clientId = clientIdOf(params, 'clientAlgoId') ?? engine.newClientId()
        const [side, timeInForce] = [sideOf(params), params.optional('timeInForce') ?? 'GTC']
        const sides = sidesOf(params, account)
        const followsMark = params.optional('workingType') === 'MARK_PRICE'
        const terms = { clientId, side, type: type as AlgoType, timeInForce, quantity, price, triggerPrice }
        return algoJson(engine.placeAlgo(account, market, { ...terms, ...sides, followsMark }))
      },
    },
    'GET /fapi/v1/algoOrder': {
      takes: ['algoId', 'clientAlgoId'],
      weight: 1,
      answer: (params, account) => {
        const algo = findAlgo(params, account)
        if (!algo) throw new VenueError(-2013, 'Order does not exist.')
        return algoJson(algo)
      },
    },
    'GET /fapi/v1/openAlgoOrders': {
      takes: ['symbol', 'algoType'],
      weight: (params) => (params.has('symbol') ? 1 : 40),
      answer: (params, account) => {
        const symbol = params.optional('symbol')
        const isListed = (one: { symbol: string; status: string }): boolean =>
          one.status === 'NEW' && (symbol === null || one.symbol === symbol)
        return account.algos.filter(isListed).map(algoJson)
      },
    },
    'DELETE /fapi/v1/algoOrder': {
      takes: ['algoId', 'clientAlgoId'],
      weight: 1,
      answer: (params, account) => {
        const algo = findAlgo(params, account)
        if (algo?.status !== 'NEW') throw new VenueError(-2011, 'Unknown order sent.')
        engine.cancelAlgo(account, algo)
        return { algoId: algo.id, clientAlgoId: algo.clientId, code: '200', msg: 'success' }
      },
    },
    'DELETE /fapi/v1/algoOpenOrders': {
      takes: ['symbol'],
      weight: 1,
      answer: (params, account) => {
        const { symbol } = marketOf(markets, params).symbol
        for (const algo of account.algos.filter((one) => one.symbol === symbol && one.status === 'NEW'))
          engine.cancelAlgo(account, algo)
        return { code: 200, msg: 'The operation of cancel all open order is done.' }
      },
    },
  }
}

function readDraft(
  params: Params,
  account: FuturesAccount,
  market: LabMarket,
  { engine, now }: Pick<FuturesContext, 'engine' | 'now'>,
): FuturesDraft {
  const type = params.text('type')
  if (CONDITIONAL.includes(type))
    throw new VenueError(
      -4120,
      'Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.',
    )
  if (type !== 'LIMIT' && type !== 'MARKET') throw new VenueError(-1116, 'Invalid orderType.')
  const sides = sidesOf(params, account)
  const quantity = params.decimal('quantity')
  const price = type === 'MARKET' ? notSent(params, 'price') : params.decimal('price')
  const timeInForce = type === 'MARKET' ? 'GTC' : params.text('timeInForce')
  if (!['GTC', 'IOC', 'FOK', 'GTX', 'GTD'].includes(timeInForce)) throw new VenueError(-1115, 'Invalid timeInForce.')
  const goodTill = params.integer('goodTillDate', 0)
  if (timeInForce === 'GTD' && goodTill < now() + MIN_LIFE_MS)
    throw new VenueError(-4188, 'Timestamp for this request is outside of the GTD range.')
  checkSteps(market, quantity, [price])
  const clientId = clientIdOf(params, 'newClientOrderId') ?? engine.newClientId()
  return { clientId, side: sideOf(params), ...sides, type, timeInForce, quantity, price, goodTill }
}

/** In hedge mode each order names its leg, and says nothing of reducing. */
function sidesOf(params: Params, { isHedging }: FuturesAccount): Pick<FuturesDraft, 'positionSide' | 'reduceOnly'> {
  const positionSide = params.optional('positionSide') ?? 'BOTH'
  if (!(isHedging ? ['LONG', 'SHORT'] : ['BOTH']).includes(positionSide))
    throw new VenueError(-4061, "Order's position side does not match user's setting.")
  if (isHedging) notSent(params, 'reduceOnly')
  return { positionSide: positionSide as PositionSide, reduceOnly: params.optional('reduceOnly') === 'true' }
}

function checkSteps({ symbol }: LabMarket, quantity: bigint, prices: readonly bigint[]): void {
  if (quantity % toUnits(symbol.stepSize) !== 0n)
    throw new VenueError(-1111, 'Precision is over the maximum defined for this asset.')
  if (quantity < toUnits(symbol.minQty)) throw new VenueError(-4003, 'Quantity less than or equal to zero.')
  if (prices.some((price) => price % toUnits(symbol.tickSize) !== 0n))
    throw new VenueError(-4014, 'Price not increased by tick size.')
}

function notSent(params: Params, name: string): bigint {
  if (params.has(name)) throw new VenueError(-1106, `Parameter '${name}' sent when not required.`)
  return 0n
}

function clientIdOf(params: Params, name: string): string | null {
  const id = params.optional(name)
  if (id !== null && !CLIENT_ID.test(id)) throw new VenueError(-4015, `Client order id is not valid.`)
  return id
}

/** The newest one of that name or number; null if the account never had it. */
export function findOrder(params: Params, account: FuturesAccount): FuturesOrder | null {
  const [id, name, symbol] = [params.integer('orderId'), params.optional('origClientOrderId'), params.text('symbol')]
  if (id === null && name === null) throw new VenueError(-1102, `Either orderId or origClientOrderId must be sent.`)
  const isMeant = (order: FuturesOrder): boolean =>
    order.symbol === symbol && (id === null ? order.clientId === name : order.id === id)
  return account.orders.findLast(isMeant) ?? null
}

function openOrderOf(params: Params, account: FuturesAccount, code: number): FuturesOrder {
  const order = findOrder(params, account)
  if (order === null || !isOpen(order)) throw new VenueError(code, 'Unknown order sent.')
  return order
}

function findAlgo(params: Params, account: FuturesAccount) {
  const [id, name] = [params.integer('algoId'), params.optional('clientAlgoId')]
  return account.algos.findLast((algo) => (id === null ? algo.clientId === name : algo.id === id)) ?? null
}

/** Requests of a key that need no signature: those about its listen key. */
export function listenKeyRoutes(): Routes<FuturesAccount> {
  const route = (answer: Route<FuturesAccount>['answer']): Route<FuturesAccount> => ({ takes: [], weight: 1, answer })
  let keys = 0
  return {
    'POST /fapi/v1/listenKey': route((_, account) => {
      account.listenKey ??= `pqia91ma19a5s61cv6a81va65sdf19v8a65a1a5s61cv6a81va65sdf19v8a65a${++keys}`
      return { listenKey: account.listenKey }
    }),
    'PUT /fapi/v1/listenKey': route((_, account) => {
      if (account.listenKey === null) throw new VenueError(-1125, 'This listenKey does not exist.')
      return { listenKey: account.listenKey }
    }),
  }
}
