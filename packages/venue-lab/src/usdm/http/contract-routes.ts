import { type MarketContext, marketRoutes } from '../../binance/http/market-routes.ts'
import type { Params } from '../../binance/http/params.ts'
import type { Route, Routes } from '../../binance/http/route.ts'
import type { BookSnapshot } from '../../binance/market/frame.ts'
import { describeContract, describeQuarterly } from '../contract.ts'

/** Public requests: those of the spot market under another path and at other weights, and what contracts have alone. */
export function contractRoutes(context: MarketContext): Routes<unknown> {
  const { markets, limits, now } = context
  const spot = marketRoutes(context)
  const like = (name: string, weight: Route<unknown>['weight']): Routes<unknown> => {
    const route = spot[`GET /api/v3/${name}`]
    return route === undefined ? {} : { [`GET /fapi/v1/${name}`]: { ...route, weight } }
  }
  return {
    ...like('ping', 1),
    // The rights of a key are asked of the spot market.
    'GET /api/v3/time': { takes: [], weight: 1, answer: () => ({ serverTime: now() }) },
    ...like('time', 1),
    ...like('klines', (params) => candleWeight(params.integer('limit', 500))),
    ...like('trades', 5),
    ...like('ticker/24hr', 1),
    'GET /fapi/v1/exchangeInfo': {
      takes: [],
      weight: 1,
      answer: () => ({
        timezone: 'UTC',
        serverTime: now(),
        futuresType: 'U_MARGINED',
        rateLimits: limits.description,
        exchangeFilters: [],
        symbols: markets.all().flatMap(({ symbol }) => [describeContract(symbol), describeQuarterly(symbol)]),
      }),
    },
    'GET /fapi/v1/depth': {
      takes: ['symbol', 'limit'],
      weight: depthWeight,
      answer: (params) => {
        const book = spot['GET /api/v3/depth']?.answer(params, null) as BookSnapshot
        return { lastUpdateId: book.lastUpdateId, E: now(), T: now(), bids: book.bids, asks: book.asks }
      },
    },
  }
}

function depthWeight(params: Params): number {
  const limit = params.integer('limit', 500)
  if (limit <= 50) return 2
  if (limit <= 100) return 5
  return limit <= 500 ? 10 : 20
}

function candleWeight(limit: number): number {
  if (limit < 100) return 1
  if (limit < 500) return 2
  return limit <= 1000 ? 5 : 10
}
