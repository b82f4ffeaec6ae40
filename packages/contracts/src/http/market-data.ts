import { DAY_ENDS, WEEK_STARTS } from '@tradeloom/domain'
import { z } from 'zod'
import { READ_MUCH } from './api-terms.ts'
import { instrumentId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { intervalKey } from './run-common.ts'
import { isoTime } from './time.ts'

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
