import { candlesOf, isInterval, type Kline } from '../market/candles.ts'
import { dayTicker } from '../market/day-ticker.ts'
import type { BookSnapshot } from '../market/frame.ts'
import type { LabMarket } from '../market/lab-market.ts'
import type { LabMarkets } from '../market/lab-markets.ts'
import { describeSymbol } from '../symbol.ts'
import { unitsText } from '../../units.ts'
import type { Params } from './params.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Route, Routes } from './route.ts'
import { VenueError } from './venue-error.ts'

const USUAL_DEPTH = 100
const MAX_LEVELS = 5000
const USUAL_CANDLES = 500
const MAX_CANDLES = 1000

export interface MarketContext {
  readonly markets: LabMarkets
  readonly limits: RateLimits
  /** The venue's clock, which a fault may have moved. */
  now(): number
  /** How many updates of its book the next snapshot is old. */
  snapshotAge(): number
}

/** Public REST requests. */
export function marketRoutes(context: MarketContext): Routes<unknown> {
  const { markets, now } = context
  return {
    'GET /api/v3/ping': { takes: [], weight: 1, answer: () => ({}) },
    'GET /api/v3/time': { takes: [], weight: 1, answer: () => ({ serverTime: now() }) },
    'GET /api/v3/exchangeInfo': {
      takes: ['symbol', 'symbols', 'permissions', 'showPermissionSets', 'symbolStatus'],
      weight: 20,
      answer: (params) => exchangeInfo(context, params),
    },
    'GET /api/v3/depth': {
      takes: ['symbol', 'limit'],
      weight: depthWeight,
      answer: (params) => depth(context, params),
    },
    'GET /api/v3/klines': {
      takes: ['symbol', 'interval', 'startTime', 'endTime', 'limit', 'timeZone'],
      weight: 2,
      answer: (params) => klines(context, params),
    },
    'GET /api/v3/ticker/24hr': {
      takes: ['symbol'],
      weight: (params) => (params.has('symbol') ? 2 : 80),
      answer: (params) => {
        const tickerOf = ({ symbol, trades, quote }: LabMarket) => dayTicker(symbol.symbol, trades, quote, now())
        return params.has('symbol') ? tickerOf(marketOf(markets, params)) : markets.all().map(tickerOf)
      },
    },
    'POST /api/v3/userDataStream': GONE,
    'PUT /api/v3/userDataStream': GONE,
    'DELETE /api/v3/userDataStream': GONE,
    'GET /api/v3/trades': {
      takes: ['symbol', 'limit'],
      weight: 25,
      answer: (params) =>
        marketOf(markets, params)
          .trades.slice(-Math.min(params.integer('limit', 500), 1000))
          .map(({ id, price, quantity, time, isBuyerMaker }) => ({
            id,
            price: unitsText(price),
            qty: unitsText(quantity),
            quoteQty: unitsText((price * quantity) / 100_000_000n),
            time,
            isBuyerMaker,
            isBestMatch: true,
          })),
    },
  }
}

/** Events of accounts come on the WebSocket API since the venue switched listen keys off. */
const GONE: Route<unknown> = {
  takes: ['listenKey'],
  weight: 2,
  answer: () => {
    throw new VenueError(-1000, 'This endpoint is gone.', { status: 410 })
  },
}

/** Throws for a symbol that the venue does not have. */
export function marketOf(markets: LabMarkets, params: Params): LabMarket {
  const symbol = params.text('symbol')
  if (!/^[A-Z0-9-_.]{1,20}$/.test(symbol))
    throw new VenueError(-1100, `Illegal characters found in parameter 'symbol'; legal range is '^[A-Z0-9-_.]{1,20}$'.`)
  const market = markets.get(symbol)
  if (market === null) throw new VenueError(-1121, 'Invalid symbol.')
  return market
}

function exchangeInfo({ markets, limits, now }: MarketContext, params: Params): object {
  const names = params.has('symbols') ? namesOf(params.text('symbols')) : null
  const chosen = params.has('symbol')
    ? [marketOf(markets, params)]
    : markets.all().filter(({ symbol }) => names === null || names.includes(symbol.symbol))
  if (names !== null && chosen.length !== names.length) throw new VenueError(-1121, 'Invalid symbol.')
  return {
    timezone: 'UTC',
    serverTime: now(),
    rateLimits: limits.description,
    exchangeFilters: [],
    symbols: chosen.map(({ symbol }) => describeSymbol(symbol)),
  }
}

function namesOf(text: string): readonly string[] {
  try {
    const names: unknown = JSON.parse(text)
    if (Array.isArray(names)) return names.map(String)
  } catch {
    // Reported as anything else that is no list.
  }
  throw new VenueError(-1100, `Illegal characters found in parameter 'symbols'.`)
}

function depthWeight(params: Params): number {
  const limit = params.integer('limit', USUAL_DEPTH)
  if (limit <= 100) return 5
  if (limit <= 500) return 25
  return limit <= 1000 ? 50 : 250
}

function depth({ markets, snapshotAge }: MarketContext, params: Params): BookSnapshot {
  const { book } = marketOf(markets, params)
  const limit = params.integer('limit', USUAL_DEPTH)
  if (limit < 1) throw new VenueError(-1130, `Data sent for parameter 'limit' is not valid.`)
  const age = snapshotAge()
  return (age === 0 ? book : book.before(age)).snapshot(Math.min(limit, MAX_LEVELS))
}

function klines({ markets, now }: MarketContext, params: Params): readonly Kline[] {
  const { trades } = marketOf(markets, params)
  const interval = params.text('interval')
  if (!isInterval(interval)) throw new VenueError(-1120, 'Invalid interval.')
  const limit = Math.min(params.integer('limit', USUAL_CANDLES), MAX_CANDLES)
  const [from, to] = [params.integer('startTime'), params.integer('endTime', Infinity)]
  // With a start, the oldest; without one, the newest.
  if (from !== null) return candlesOf(trades, interval, now(), { from, to, most: limit })
  return candlesOf(trades, interval, now(), { from: -Infinity, to, most: Infinity }).slice(-limit)
}
