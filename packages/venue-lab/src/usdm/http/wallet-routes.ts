import { marketOf } from '../../binance/http/market-routes.ts'
import type { Params } from '../../binance/http/params.ts'
import type { Routes } from '../../binance/http/route.ts'
import { VenueError } from '../../binance/http/venue-error.ts'
import { unitsText } from '../../units.ts'
import type { FundingClock } from '../market/funding-clock.ts'
import type { FuturesAccount } from '../trading/futures-account.ts'
import { isOpen, orderJson, tradeJson } from '../trading/futures-order.ts'
import { findOrder, type FuturesContext } from './futures-routes.ts'

const USUAL_COUNT = 500
const MAX_COUNT = 1000

/** Requests that read what an account has and has done. The key's rights are asked of the spot market, of which this is a part here. */
export function walletRoutes(context: FuturesContext & { readonly funding: FundingClock }): Routes<FuturesAccount> {
  const { markets } = context
  const symbolOf = (params: Params): string => marketOf(markets, params).symbol.symbol
  return {
    'GET /fapi/v1/order': {
      takes: ['symbol', 'orderId', 'origClientOrderId'],
      weight: 1,
      answer: (params, account) => {
        const order = findOrder(params, account)
        if (order === null) throw new VenueError(-2013, 'Order does not exist.')
        return orderJson(order)
      },
    },
    'GET /fapi/v1/openOrders': {
      takes: ['symbol'],
      weight: (params) => (params.has('symbol') ? 1 : 40),
      answer: (params, account) => {
        const symbol = params.optional('symbol')
        return account.orders.filter((one) => isOpen(one) && (symbol === null || one.symbol === symbol)).map(orderJson)
      },
    },
    'GET /fapi/v1/allOrders': {
      takes: ['symbol', 'orderId', 'limit'],
      weight: 5,
      answer: (params, account) => page(params, ofSymbol(account.orders, symbolOf(params)), 'orderId').map(orderJson),
    },
    'GET /fapi/v1/userTrades': {
      takes: ['symbol', 'orderId', 'startTime', 'endTime', 'fromId', 'limit'],
      weight: 5,
      answer: (params, account) => {
        const orderId = params.integer('orderId')
        const fills = ofSymbol(account.fills, symbolOf(params))
        const found = fills.filter((fill) => orderId === null || fill.orderId === orderId)
        return page(params, found, 'fromId').map(tradeJson)
      },
    },
    'GET /fapi/v1/income': {
      takes: ['incomeType', 'startTime', 'endTime', 'limit'],
      weight: 30,
      answer: (params, { incomes }) => {
        const [type, start] = [params.optional('incomeType'), params.integer('startTime', 0)]
        const found = incomes.filter((one) => (type === null || one.incomeType === type) && one.time >= start)
        return found
          .slice(0, params.integer('limit', 100))
          .map(({ income, ...one }) => ({ ...one, income: unitsText(income), info: '', tradeId: '' }))
      },
    },
    ...stateRoutes(context),
  }
}

function stateRoutes({
  markets,
  engine,
  funding,
  now,
}: FuturesContext & { readonly funding: FundingClock }): Routes<FuturesAccount> {
  return {
    'GET /fapi/v2/balance': {
      takes: [],
      weight: 5,
      answer: (_, account) => {
        const [market] = markets.all()
        return account.assets.map((asset) => {
          const balance = unitsText(account.wallet(asset))
          const isMargin = market?.symbol.quoteAsset === asset
          const available = isMargin ? unitsText(engine.available(account, market)) : balance
          return { accountAlias: 'SgsR', asset, balance, crossWalletBalance: balance, availableBalance: available }
        })
      },
    },
    'GET /fapi/v2/positionRisk': {
      takes: ['symbol'],
      weight: 5,
      // Contracts without a position are in the list, too.
      answer: (_, account) =>
        markets.all().flatMap((market) =>
          account.positionsIn(market.symbol.symbol).map(({ symbol, side, amount, entry }) => {
            const mark = funding.mark(market)
            const { leverage, isIsolated } = account.termsOf(symbol)
            const notional = (amount * mark) / 100_000_000n
            return {
              symbol,
              positionAmt: unitsText(amount, 3),
              entryPrice: unitsText(entry, 5),
              markPrice: unitsText(mark),
              unRealizedProfit: unitsText((amount * (mark - entry)) / 100_000_000n),
              liquidationPrice: amount === 0n ? '0' : unitsText(entry / 2n),
              leverage: String(leverage),
              marginType: isIsolated ? 'isolated' : 'cross',
              isolatedMargin: unitsText(isIsolated ? (notional < 0n ? -notional : notional) / leverage : 0n),
              positionSide: side,
              notional: unitsText(notional),
              updateTime: now(),
            }
          }),
        ),
    },
    'GET /fapi/v1/fundingRate': {
      takes: ['symbol', 'startTime', 'endTime'],
      weight: 1,
      answer: (params) => {
        const [start, end] = [params.integer('startTime', 0), params.integer('endTime', Infinity)]
        const isMeant = ({ symbol, fundingTime }: (typeof funding.paid)[number]): boolean =>
          symbol === params.text('symbol') && fundingTime >= start && fundingTime <= end
        return funding.paid.filter(isMeant)
      },
    },
    ...settingRoutes(),
  }
}

/** How the account is set, and what its key may do. */
function settingRoutes(): Routes<FuturesAccount> {
  return {
    'GET /fapi/v1/accountConfig': {
      takes: [],
      weight: 5,
      answer: (_, { isHedging, isMultiAssets }) => ({
        feeTier: 0,
        canTrade: true,
        canDeposit: true,
        canWithdraw: true,
        dualSidePosition: isHedging,
        multiAssetsMargin: isMultiAssets,
        tradeGroupId: -1,
        updateTime: 0,
      }),
    },
    'GET /sapi/v1/account/apiRestrictions': {
      takes: [],
      weight: 1,
      answer: (_, { canWithdraw }) => ({
        ipRestrict: true,
        enableReading: true,
        enableFutures: true,
        enableSpotAndMarginTrading: true,
        enableWithdrawals: canWithdraw,
      }),
    },
    'GET /api/v3/account': { takes: ['omitZeroBalances'], weight: 20, answer: (_, { uid }) => ({ uid, balances: [] }) },
  }
}

function ofSymbol<Item extends { readonly symbol: string }>(items: readonly Item[], symbol: string): readonly Item[] {
  return items.filter((one) => one.symbol === symbol)
}

/** From an id or a time on the oldest, otherwise the newest. */
function page<Item extends { readonly id: number; readonly time: number }>(
  params: Params,
  items: readonly Item[],
  fromName: string,
): readonly Item[] {
  const limit = Math.min(params.integer('limit', USUAL_COUNT), MAX_COUNT)
  const [from, start] = [params.integer(fromName), params.integer('startTime')]
  const end = params.integer('endTime', Infinity)
  const found = items.filter(({ id, time }) => id >= (from ?? 0) && time >= (start ?? 0) && time <= end)
  return from === null && start === null ? found.slice(-limit) : found.slice(0, limit)
}
