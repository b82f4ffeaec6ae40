import type { Market } from '../market/market.ts'
import type { Markets } from '../market/markets.ts'
import { CURRENCY_NAMES, describePair } from '../pair.ts'
import { BitfinexError } from './bitfinex-error.ts'

export interface PublicContext {
  readonly markets: Markets
  now(): number
  isOperative(): boolean
}

const MAX_CANDLES = 10_000
const DATASET = /^\/v2\/candles\/trade:1m:(t[A-Z0-9:]+)\/hist$/

/** The body of a public answer; undefined for paths that the venue does not have. */
export function answerPublic(context: PublicContext, url: URL): unknown {
  const { pathname, searchParams } = url
  if (pathname === '/v2/platform/status') return [context.isOperative() ? 1 : 0]
  if (pathname.startsWith('/v2/conf/')) return pathname.slice('/v2/conf/'.length).split(',').map(configOf(context))
  if (pathname === '/v2/tickers') return tickers(context, searchParams.get('symbols') ?? '')
  const symbol = DATASET.exec(pathname)?.[1]
  if (symbol !== undefined) return candles(marketOf(context, symbol), searchParams, context.now())
  return undefined
}

function configOf({ markets }: PublicContext) {
  const pairs = markets.all().map((one) => one.pair)
  return (key: string): unknown => {
    switch (key) {
      case 'pub:info:pair':
        return pairs.filter(({ pair }) => !pair.includes('F0')).map(describePair)
      case 'pub:list:pair:margin':
        return pairs.flatMap(({ pair, initialMargin }) => (initialMargin === null ? [] : [pair]))
      case 'pub:map:currency:sym':
        return CURRENCY_NAMES
      default:
        throw new BitfinexError(10_020, `${key}: invalid`)
    }
  }
}

function tickers({ markets, now }: PublicContext, symbols: string): unknown {
  const chosen = symbols === 'ALL' ? markets.all() : symbols.split(',').flatMap((one) => markets.get(one) ?? [])
  return chosen.map((market) => [market.symbol, ...market.ticker(now())])
}

/** Newest first unless sorted otherwise; the forming minute is in it. */
function candles(market: Market, params: URLSearchParams, now: number): unknown {
  const [start, end] = [Number(params.get('start') ?? 0), Number(params.get('end') ?? now)]
  const limit = Math.min(Number(params.get('limit') ?? 100), MAX_CANDLES)
  const found = market.candles().filter(([time = 0]) => time >= start && time <= end)
  return (params.get('sort') === '1' ? found : found.toReversed()).slice(0, limit)
}

function marketOf({ markets }: PublicContext, symbol: string): Market {
  const market = markets.get(symbol)
  if (!market) throw new BitfinexError(10_020, 'symbol: invalid')
  return market
}
