import { amountText } from '../amount.ts'
import { type Candle, candlesOf, isGranularity, midOf, startOf } from '../market/candles.ts'
import type { Ohlc } from '../market/minute.ts'
import type { OandaMarket } from '../market/oanda-market.ts'
import type { OandaMarkets } from '../market/oanda-markets.ts'
import { quoteCurrencyOf } from '../trading/account-state.ts'
import { parseTime, timeText } from '../venue-time.ts'
import { notFound, OandaError } from './oanda-error.ts'
import { integerOf, listOf, type OandaRequest, type Routes } from './route.ts'

const USUAL_COUNT = 500
const MAX_COUNT = 5000

/** Requests that read prices. */
export function priceRoutes(markets: OandaMarkets, now: () => number): Routes {
  const candles = ({ path, query }: OandaRequest): object => {
    const market = markets.get(path['instrument'] ?? '')
    if (market === null) throw new OandaError(400, "Invalid value specified for 'instrument'")
    return candleList(market, query, now())
  }
  return {
    'GET /v3/accounts/{accountID}/pricing': (request) => ({
      prices: pricedMarkets(markets, request.query).map((market) => ({
        ...priceJson(market),
        ...homeFactors(markets, market, request.account.currency),
      })),
      ...(request.query.get('includeHomeConversions') === 'true' ? homeConversions(markets, request) : {}),
      time: timeText(now()),
    }),
    'GET /v3/accounts/{accountID}/instruments/{instrument}/candles': candles,
    'GET /v3/instruments/{instrument}/candles': candles,
  }
}

/** Those of a request that have a price. */
export function pricedMarkets(markets: OandaMarkets, query: URLSearchParams): readonly OandaMarket[] {
  const names = listOf(query, 'instruments')
  if (names === null) throw new OandaError(400, "Missing value for 'instruments'")
  return names
    .map((name) => {
      const market = markets.get(name)
      if (market === null) throw new OandaError(400, "Invalid value specified for 'instruments'")
      return market
    })
    .filter(({ quote }) => quote !== null)
}

export function priceJson({ instrument, quote, isTradeable, liquidity }: OandaMarket): object {
  if (quote === null) throw notFound('price')
  const bucket = (price: string): readonly object[] => [{ price, liquidity: Number(liquidity) }]
  return {
    type: 'PRICE',
    instrument: instrument.name,
    time: timeText(quote.time, quote.nanoseconds),
    status: isTradeable ? 'tradeable' : 'non-tradeable',
    tradeable: isTradeable,
    bids: bucket(quote.bidText),
    asks: bucket(quote.askText),
    closeoutBid: quote.bidText,
    closeoutAsk: quote.askText,
  }
}

function homeFactors(markets: OandaMarkets, { instrument }: OandaMarket, home: string): object {
  const conversion = markets.conversion(quoteCurrencyOf(instrument.name), home)
  if (conversion === null) return {}
  const [positiveUnits, negativeUnits] = [amountText(conversion.gain), amountText(conversion.loss)]
  return { quoteHomeConversionFactors: { positiveUnits, negativeUnits } }
}

function homeConversions(markets: OandaMarkets, { query, account }: OandaRequest): object {
  const currencies = new Set(pricedMarkets(markets, query).flatMap(({ instrument }) => instrument.name.split('_')))
  return {
    homeConversions: [...currencies].flatMap((currency) => {
      const conversion = markets.conversion(currency, account.currency)
      if (conversion === null) return []
      const [accountGain, accountLoss] = [amountText(conversion.gain), amountText(conversion.loss)]
      return [{ currency, accountGain, accountLoss, positionValue: amountText(conversion.mid) }]
    }),
  }
}

function candleList(market: OandaMarket, query: URLSearchParams, now: number): object {
  const granularity = query.get('granularity') ?? 'S5'
  if (!isGranularity(granularity)) throw new OandaError(400, "Invalid value specified for 'granularity'")
  const components = query.get('price') ?? 'M'
  if (!/^[MBA]{1,3}$/.test(components)) throw new OandaError(400, "Invalid value specified for 'price'")
  const { displayPrecision, name } = market.instrument
  const candles = chosen(market, query, granularity).map((candle) => ({
    complete: candle.end <= now,
    volume: candle.volume,
    time: timeText(candle.time),
    ...(components.includes('B') ? { bid: ohlc(candle.bid) } : {}),
    ...(components.includes('M') ? { mid: ohlc(midOf(candle.bid, candle.ask, displayPrecision)) } : {}),
    ...(components.includes('A') ? { ask: ohlc(candle.ask) } : {}),
  }))
  return { instrument: name, granularity, candles }
}

function chosen({ minutes }: OandaMarket, query: URLSearchParams, granularity: string): readonly Candle[] {
  const [from, to] = [timeOf(query, 'from'), timeOf(query, 'to')]
  const count = integerOf(query, 'count')
  if (count !== null && (count < 1 || count > MAX_COUNT))
    throw new OandaError(400, "Maximum value for 'count' exceeded")
  if (count !== null && from !== null && to !== null)
    throw new OandaError(400, "'count' cannot be specified when 'to' and 'from' are both specified")
  const alignment = {
    hour: integerOf(query, 'dailyAlignment') ?? 17,
    isNewYork: (query.get('alignmentTimezone') ?? 'America/New_York') === 'America/New_York',
    weekday: query.get('weeklyAlignment') ?? 'Friday',
  }
  const isFirstIn = query.get('includeFirst') !== 'false'
  const size = count ?? (from !== null && to !== null ? MAX_COUNT : USUAL_COUNT)
  const range = {
    granularity,
    from: from === null ? -Infinity : startOf(granularity, from, alignment),
    to: to ?? Infinity,
    // One more shows that there are too many, or takes the place of the first.
    most: from === null ? Infinity : size + 1,
  }
  const all = candlesOf(minutes, range, alignment)
  const candles = isFirstIn ? all : all.filter(({ time }) => time > (from ?? -Infinity))
  if (from === null) return candles.slice(-size)
  if (to !== null && candles.length > MAX_COUNT) throw new OandaError(400, "Maximum value for 'count' exceeded")
  return candles.slice(0, size)
}

function timeOf(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  if (text === null) return null
  const time = parseTime(text)
  if (time === null) throw new OandaError(400, `Invalid value specified for '${name}'`)
  return time
}

function ohlc([o, h, l, c]: Ohlc): object {
  return { o, h, l, c }
}
