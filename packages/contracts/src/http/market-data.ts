import { CONTRACTS, DAY_ENDS, INSTRUMENT_STATUSES, WEEK_STARTS } from '@tradeloom/domain'
import { z } from 'zod'
import { READ, READ_MUCH } from './api-terms.ts'
import { byId, instrumentId, nothing, uuid } from './common.ts'
import { intervalKey } from './run-common.ts'
import { defectKind, monthQuality } from './data-quality.ts'
import { endpoint } from './endpoint.ts'
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
  pipSize: z.number(),
  lotSize: z.number(),
  factor: z.number(),
  minQuantity: z.number(),
  maxQuantity: z.number(),
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
  price: z.object({ time: z.number(), bid: z.number(), ask: z.number() }).optional(),
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

export const listInstrumentsForUser = endpoint({ ...listInstruments, path: '/api/instruments', auth: 'user' })

export const currency = z.object({
  /** The code in use on screens: BTC, also where a venue writes XBT. */
  symbol: z.string(),
  name: z.string(),
  /** In US dollars; null without a recent price of a real market. */
  price: z.number().nullable(),
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

export const learnSpread = endpoint({
  method: 'GET',
  path: '/api/market-data/spread',
  auth: 'user',
  summary: 'Typical spread for each hour of the week, learned from the quotes of an instrument',
  api: READ_MUCH,
  params: nothing,
  query: z.object({ instrumentId }),
  body: nothing,
  response: z.object({
    instrumentId: z.string(),
    interval: z.string(),
    /** Period of the quotes used, UTC milliseconds: at most the last year. */
    first: z.number(),
    last: z.number(),
    /** Pips, 168 values from Sunday 00:00 UTC. */
    byHour: z.array(z.number()),
    /** Hours without quotes; they get the median of the others. */
    unseen: z.number().int(),
  }),
})

const seriesInterval = intervalKey.or(z.literal('S1'))
const priceKind = z.enum(['quote', 'trade'])

/** Without `interval` and `price` every series of the instrument. */
export const removeMarketData = endpoint({
  method: 'DELETE',
  path: '/api/market-data/instruments/:instrumentId',
  auth: 'user',
  summary: 'Delete private market data; an administrator also shared data',
  params: z.strictObject({ instrumentId }),
  query: z
    .strictObject({
      interval: seriesInterval.optional(),
      price: priceKind.optional(),
      /** Shared data instead of private data. */
      shared: z.enum(['true', 'false']).default('false'),
    })
    .refine(({ interval, price }) => (interval === undefined) === (price === undefined), {
      message: 'A series is identified by its interval and its price',
      path: ['interval'],
    }),
  body: nothing,
  response: z.object({ series: z.number().int() }),
})

export const setBarDays = endpoint({
  method: 'PUT',
  path: '/api/market-data/instruments/:instrumentId/bar-days',
  auth: 'user',
  summary: 'When bars of days and weeks begin: of private data, or as an administrator of shared data',
  params: z.strictObject({ instrumentId }),
  query: nothing,
  body: z.strictObject({ dayEnd: z.enum(DAY_ENDS), weekStart: z.enum(WEEK_STARTS) }),
  response: z.object({ dayEnd: z.enum(DAY_ENDS), weekStart: z.enum(WEEK_STARTS) }),
})

export const exportMarketData = endpoint({
  method: 'GET',
  path: '/api/market-data/instruments/:instrumentId/export',
  auth: 'user',
  summary: 'A series as CSV, which the importer reads',
  api: READ_MUCH,
  params: z.strictObject({ instrumentId }),
  query: z.strictObject({
    interval: seriesInterval,
    price: priceKind,
    start: isoTime.optional(),
    end: isoTime.optional(),
  }),
  body: nothing,
  response: z.string(),
})

export const privateSeries = z.object({
  ownerId: uuid,
  /** Null when the user no longer exists. */
  owner: z.string().nullable(),
  instrumentId: z.string(),
  interval: z.string(),
  price: priceKind,
  rows: z.number().int(),
  months: z.number().int(),
  bytes: z.number(),
  /** UTC milliseconds. */
  first: z.number(),
  last: z.number(),
})
export type PrivateSeries = z.infer<typeof privateSeries>

export const listPrivateData = endpoint({
  method: 'GET',
  path: '/api/market-data/private',
  auth: 'admin',
  summary: 'Private series of all users, by owner',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(privateSeries),
})

export const sharePrivateData = endpoint({
  method: 'POST',
  path: '/api/market-data/private/share',
  auth: 'admin',
  summary: 'Share a private series with all users',
  audit: { action: 'market-data-shared' },
  params: nothing,
  query: nothing,
  body: z.strictObject({
    ownerId: uuid,
    instrumentId,
    interval: seriesInterval,
    price: priceKind,
    /** Replaces shared months that have other values; without it they are listed and nothing changes. */
    replace: z.boolean().default(false),
  }),
  response: z.object({ added: z.array(z.string()), replaced: z.array(z.string()), unchanged: z.array(z.string()) }),
})

/** The user's stored data and quota; null means no limit. */
export const marketDataUsage = endpoint({
  method: 'GET',
  path: '/api/market-data/usage',
  auth: 'user',
  summary: 'Storage used and quota of the user',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({
    storedBytes: z.number(),
    maxStoredBytes: z.number().nullable(),
    maxUploadBytes: z.number().nullable(),
    maxUploads: z.number().int().nullable(),
    maxFiles: z.number().int(),
  }),
})
export type MarketDataUsage = z.infer<typeof marketDataUsage.response>

export const importFormat = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  defaultTimezone: z.string(),
  extensions: z.array(z.string()),
  /** The columns must be mapped when the header does not name them. */
  needsMapping: z.boolean(),
})

export const listImportFormats = endpoint({
  method: 'GET',
  path: '/public-api/market-data/formats',
  auth: 'public',
  summary: 'Formats that can be imported',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(importFormat),
})

export const importProblem = z.object({
  kind: z.string(),
  file: z.string(),
  line: z.number().int().nullable(),
  message: z.string(),
})

export const importSeries = z.object({
  interval: z.string(),
  price: z.enum(['quote', 'trade']),
  rows: z.number().int(),
  /** Findings in the rows of the files. */
  quality: z.object({
    first: z.number().nullable(),
    last: z.number().nullable(),
    /** Largest first. */
    gaps: z.array(z.object({ start: z.number(), end: z.number(), missing: z.number().int() })).readonly(),
    scaleSuspect: z.boolean(),
    scaleFactor: z.number(),
    shiftHours: z.number(),
  }),
  /** Quality of the stored period after the import; null when nothing of it is kept. */
  grade: z
    .object({
      missing: z.number().int(),
      goodPercent: z.number(),
      counts: z.partialRecord(defectKind, z.number().int()),
    })
    .nullable()
    .optional(),
})
export type ImportSeries = z.infer<typeof importSeries>

export const importReport = z.object({
  rows: z.number().int(),
  imported: z.number().int(),
  unchanged: z.number().int(),
  replaced: z.number().int(),
  first: z.number().nullable(),
  last: z.number().nullable(),
  timezone: z.string(),
  months: z.array(z.object({ month: z.string(), interval: z.string(), rows: z.number().int(), status: z.string() })),
  problems: z.array(importProblem),
  problemCounts: z.record(z.string(), z.number()),
  /** Missing in reports of earlier versions. */
  series: z.array(importSeries).optional(),
})
export type ImportReport = z.infer<typeof importReport>

export const marketImport = z.object({
  id: uuid,
  userId: uuid,
  time: z.string(),
  instrumentId: z.string(),
  format: z.string(),
  files: z.array(z.string()),
  status: z.enum(['Queued', 'In Progress', 'Completed', 'Failed']),
  /** 0 to 100. */
  progress: z.number(),
  rows: z.number().int(),
  detail: z.string().nullable(),
  report: importReport.nullable(),
})
export type MarketImport = z.infer<typeof marketImport>

/**
 * Multipart: fields `instrumentId`, `format`, `timezone`, `interval` and `mapping` (JSON), all three optional, then one or more
 * `file` parts. The body is checked by the server as it streams, so it has no schema here.
 */
export const startImport = endpoint({
  method: 'POST',
  path: '/api/market-data/imports',
  auth: 'user',
  summary: 'Upload files and import them',
  params: nothing,
  query: nothing,
  body: z.unknown(),
  response: marketImport,
})

export const listImports = endpoint({
  method: 'GET',
  path: '/api/market-data/imports',
  auth: 'user',
  summary: 'Imports of the user, newest first',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(marketImport),
})

export const getImport = endpoint({
  method: 'GET',
  path: '/api/market-data/imports/:id',
  auth: 'user',
  summary: 'One import with its report',
  params: byId,
  query: nothing,
  body: nothing,
  response: marketImport,
})
