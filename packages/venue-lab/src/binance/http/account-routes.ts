import type { LabAccount } from '../trading/lab-account.ts'
import { isOpen } from '../trading/lab-order.ts'
import { unitsText } from '../../units.ts'
import { marketOf } from './market-routes.ts'
import { orderJson, tradeJson } from './order-json.ts'
import { findOrder, type TradingContext } from './order-routes.ts'
import type { Params } from './params.ts'
import type { Routes } from './route.ts'
import { VenueError } from './venue-error.ts'

const USUAL_COUNT = 500
const MAX_COUNT = 1000

/** Requests that read what an account has and has done. */
export function accountRoutes(context: TradingContext): Routes<LabAccount> {
  const { markets } = context
  return {
    'GET /api/v3/order': {
      takes: ['symbol', 'orderId', 'origClientOrderId'],
      weight: 4,
      answer: (params, account) => {
        marketOf(markets, params)
        const order = findOrder(params, account)
        if (order === null || account.hidden.has(order)) throw new VenueError(-2013, 'Order does not exist.')
        return orderJson(order)
      },
    },
    'GET /api/v3/openOrders': {
      takes: ['symbol'],
      weight: (params) => (params.has('symbol') ? 6 : 80),
      answer: (params, account) => {
        const symbol = params.has('symbol') ? marketOf(markets, params).symbol.symbol : null
        return account.orders
          .filter(
            (order) => isOpen(order) && !account.hidden.has(order) && (symbol === null || order.symbol === symbol),
          )
          .map(orderJson)
      },
    },
    'GET /api/v3/allOrders': {
      takes: ['symbol', 'orderId', 'startTime', 'endTime', 'limit'],
      weight: 20,
      answer: (params, account) => {
        const { symbol } = marketOf(markets, params).symbol
        const found = account.orders.filter((order) => order.symbol === symbol && !account.hidden.has(order))
        return page(params, found, 'orderId').map(orderJson)
      },
    },
    'GET /api/v3/myTrades': {
      takes: ['symbol', 'orderId', 'startTime', 'endTime', 'fromId', 'limit'],
      weight: (params) => (params.has('orderId') ? 5 : 20),
      answer: (params, account) => {
        const { symbol } = marketOf(markets, params).symbol
        const orderId = params.integer('orderId')
        const found = account.fills.filter(
          (fill) =>
            fill.symbol === symbol && (orderId === null || fill.orderId === orderId) && !account.hidden.has(fill),
        )
        return page(params, found, 'fromId').map(tradeJson)
      },
    },
    'GET /api/v3/account': {
      takes: ['omitZeroBalances'],
      weight: 20,
      answer: (params, account) =>
        describeAccount(account, context.now(), params.optional('omitZeroBalances') === 'true'),
    },
    'GET /sapi/v1/account/apiRestrictions': {
      takes: [],
      weight: 1,
      answer: (_params, { rights }) => ({
        createTime: 0,
        enableInternalTransfer: false,
        enableFutures: false,
        enableMargin: false,
        enablePortfolioMarginTrading: false,
        enableVanillaOptions: false,
        permitsUniversalTransfer: false,
        enableFixApiTrade: false,
        enableFixReadOnly: false,
        ...rights,
      }),
    },
  }
}

interface Dated {
  readonly id: number
  readonly time: number
}

/** From an id or a time on the oldest, otherwise the newest. */
function page<Item extends Dated>(params: Params, items: readonly Item[], fromName: string): readonly Item[] {
  const limit = Math.min(params.integer('limit', USUAL_COUNT), MAX_COUNT)
  // For trades, `orderId` chooses the order; there, pages begin at `fromId`.
  const [from, start, end] = [
    params.integer(fromName),
    params.integer('startTime'),
    params.integer('endTime', Infinity),
  ]
  const found = items.filter(({ id, time }) => id >= (from ?? 0) && time >= (start ?? 0) && time <= end)
  return from === null && start === null ? found.slice(-limit) : found.slice(0, limit)
}

function describeAccount(account: LabAccount, now: number, isShort: boolean): object {
  const balances = account.assets.map((asset) => ({ asset, ...account.balance(asset) }))
  const [maker, taker] = [account.maker, account.taker].map((rate) => unitsText(rate))
  return {
    makerCommission: Number(account.maker / 10_000n),
    takerCommission: Number(account.taker / 10_000n),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: { maker, taker, buyer: '0.00000000', seller: '0.00000000' },
    canTrade: true,
    canWithdraw: true,
    canDeposit: true,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: false,
    updateTime: now,
    accountType: 'SPOT',
    balances: isShort ? balances.filter(({ free, locked }) => Number(free) + Number(locked) > 0) : balances,
    permissions: ['SPOT'],
    uid: account.uid,
  }
}
