import {
  ACCOUNT_MODELS,
  CONTRACTS,
  DAY_ENDS,
  INSTRUMENT_STATUSES,
  ORDER_TYPES,
  type OrderType,
  REFUSED_STOPS,
  WEEK_STARTS,
} from '@tradeloom/domain'
import { z } from 'zod'
import { READ, READ_MUCH } from './api-terms.ts'
import { instrumentId, nothing } from './common.ts'
import { monthQuality } from './data-quality.ts'
import { endpoint } from './endpoint.ts'
import { intervalKey } from './run-common.ts'
import { isoTime } from './time.ts'
import { queryNumber } from './whole-number.ts'

export const instrument = z.object({
  id: z.string(),
  symbol: z.string(),
  broker: z.string(),
  displaySymbol: z.string(),
  product: z.string(),
  dealt: z.string(),
  quote: z.string(),
  precision: z.number().int(),
  /** Price distance of one pip: 0.0001 for EUR/USD. */
  pipSize: z.number(),
  /** Orders are multiples of this many units of the base currency. */
  lotSize: z.number(),
  /** Default quantity of an order ticket. */
  factor: z.number(),
  minQuantity: z.number(),
  maxQuantity: z.number(),
  /** Fraction of a position's value held as margin: 0.02 is 50:1 leverage. */
  marginRate: z.number(),
  calendar: z.enum(['forex', 'always']),
  /** When bars of days end, and the first day of bars of weeks; 00:00 UTC and Sunday if absent. */
  dayEnd: z.enum(DAY_ENDS).optional(),
  weekStart: z.enum(WEEK_STARTS).optional(),
  simulated: z.boolean(),
})

export const marketSeries = z.object({
  interval: z.string(),
  price: z.enum(['quote', 'trade']),
  rows: z.number().int(),
  first: z.number(),
  last: z.number(),
  /** The periods without an interruption of a month, in order. */
  stretches: z.array(z.object({ first: z.number(), last: z.number() })),
  /** Shared months, and the viewer's own, which take precedence over shared ones. */
  sharedMonths: z.number().int(),
  privateMonths: z.number().int(),
  /** Share of the open market's bars (minutes for ticks) that are present without a defect, 0 to 1. */
  goodShare: z.number(),
  /** Months whose file is damaged, `2024-05`: they are missing until imported again. */
  damagedMonths: z.array(z.string()),
  months: z.array(monthQuality),
})

const precision = z.number().int().nullable()

export const marketInstrument = instrument.extend({
  status: z.enum(INSTRUMENT_STATUSES),
  /** Whether orders are taken now. */
  tradingOpen: z.boolean(),
  contract: z.enum(CONTRACTS),
  /** Models of the accounts that trade it; absent where all accounts of its venue do. */
  accounts: z.array(z.enum(ACCOUNT_MODELS)).readonly().optional(),
  exchangeName: z.string(),
  positionCurrency: z.string(),
  pipPrecision: z.number().int(),
  /** Fractions of a position's value by account currency; `marginRate` for others. */
  marginRatios: z.record(z.string(), z.number()),
  /** Null until quantities or prices are known. */
  dealtPrecision: precision,
  quotePrecision: precision,
  /** Prices of orders are multiples of it. */
  quoteStep: z.number(),
  minNotional: z.number().nullable(),
  /** How many orders, and how many of them with a stop price, an account may have at once; absent without a limit. */
  maxOrders: z.number().int().optional(),
  maxStops: z.number().int().optional(),
  /** Orders that the venue takes; absent where it takes all. */
  orderTypes: z
    .array(z.enum(Object.keys(ORDER_TYPES) as [OrderType, ...OrderType[]]))
    .readonly()
    .optional(),
  /** The venue moves trailing stops itself; absent where this server watches them. */
  hasTrailingStops: z.boolean().optional(),
  /** What the venue does with a stop that the market has passed when its order is filled; absent for `hold`. */
  refusedStop: z.enum(REFUSED_STOPS).optional(),
  /** What the venue charges on fills: per lot of 100,000 units, and in percent of their value. */
  commission: z.object({
    perLot: z.number(),
    percent: z.number(),
    minimum: z.number(),
    makerPercent: z.number(),
    takerPercent: z.number(),
  }),
  hasDepth: z.boolean(),
  /** The newest price that was received live; absent if there was none yet. */
  price: z
    .object({ time: z.number(), bid: z.number(), ask: z.number(), mid: z.number(), spread: z.number() })
    .optional(),
  /** Empty if no prices are stored. */
  series: z.array(marketSeries),
})
export type MarketInstrument = z.infer<typeof marketInstrument>

export const listInstruments = endpoint({
  method: 'GET',
  path: '/public-api/instruments/USD',
  auth: 'public',
  summary: 'Instruments with their available data',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(marketInstrument),
})

export const listInstrumentsForUser = endpoint({
  method: 'GET',
  path: '/api/instruments',
  auth: 'user',
  summary: listInstruments.summary,
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: listInstruments.response,
})

export const currency = z.object({
  /** The code in use on screens: BTC, also where a venue writes XBT. */
  symbol: z.string(),
  name: z.string(),
  /** In US dollars; null without a recent price. */
  price: z.number().nullable(),
  /** Whether the price is of a simulated market: no real one has a recent price. */
  simulated: z.boolean(),
  /** Of the price, UTC milliseconds. */
  time: z.number().nullable(),
  /** Null without a price of 24 hours earlier. */
  percentChange24h: z.number().nullable(),
})
export type CurrencyPrice = z.infer<typeof currency>

export const listCurrencies = endpoint({
  method: 'GET',
  path: '/public-api/currencies',
  auth: 'public',
  summary: 'The currencies of all shared instruments with their price',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(currency),
})

export const historicalAvailability = endpoint({
  method: 'GET',
  path: '/api/historical-availability',
  auth: 'public',
  summary: 'Earliest time with data, or empty, and the periods without an interruption of a month',
  api: READ,
  params: nothing,
  query: z.object({ instrumentId, interval: z.enum(['Tick', 'M1']) }),
  body: nothing,
  response: z.object({
    date: z.string().nullable(),
    stretches: z.array(z.object({ first: z.string(), last: z.string() })),
  }),
})

/**
 * Rows of time, bid open, high, low, close, ask open, high, low, close, volume; at most 5,000, the newest ones. With the
 * interval Tick rows of time, bid, ask, of at most `MAX_TICK_SPAN_MS`.
 */
export const historicalPrices = endpoint({
  method: 'GET',
  path: '/public-api/historical-prices',
  auth: 'public',
  summary: 'Bars for charts',
  api: READ_MUCH,
  params: nothing,
  query: z.object({
    instrumentId,
    interval: intervalKey,
    start: isoTime,
    end: isoTime,
    limit: queryNumber(1, 20_000).default(5000),
    /** With one side, rows of time, open, high, low, close and volume; of ticks, of time and price. */
    sides: z.enum(['both', 'bid', 'ask', 'mid']).default('both'),
  }),
  body: nothing,
  response: z.object({ rows: z.array(z.array(z.number())), more: z.boolean() }),
})
