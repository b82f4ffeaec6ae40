import { z } from 'zod'
import { instrumentId, uuid } from '../http/common.ts'
import { line } from '../http/text.ts'
import { isoTime, utcDay } from '../http/time.ts'
import { fetchIndicatorRequest, testIndicatorRequest } from './indicator-test.ts'
import { serverEvent, type TopicName } from './topics.ts'
import { tradingRequests } from './trading-requests.ts'
import { MAX_INTEGER, wholeNumber } from '../http/whole-number.ts'

/** Path of the socket; the cookie or the key of the upgrade request authenticates it, or the first message. */
export const SOCKET_PATH = '/socket'

/** Channel numbers of the specification. */
export const CHANNELS = {
  admin: 0,
  user: 1,
  brokers: 2,
  backtestController: 3,
  optimisations: 4,
  indicators: 5,
  tradingSessions: 6,
  arbitrage: 7,
} as const

/** Topics that clients can also subscribe to by the number of their channel. */
export const CHANNEL_TOPICS: Readonly<Record<number, TopicName>> = {
  [CHANNELS.user]: 'user',
  [CHANNELS.brokers]: 'brokers',
  [CHANNELS.backtestController]: 'backtests',
  [CHANNELS.optimisations]: 'optimisations',
  [CHANNELS.indicators]: 'indicators',
  [CHANNELS.tradingSessions]: 'tradingSessions',
}

/**
 * Name of a topic: a word such as `backtests`, for everything of the user who is logged in, or a word and an id such as
 * `backtest.{id}`; `topics` lists them. After subscribing, the newest state comes first, then changes; a slow client gets
 * the latest state, not a backlog. An id may be a list, joined by `||`.
 */
export const topic = line.max(1024).regex(topicPattern(), 'Unknown topic')

function topicPattern(): RegExp {
  const id = '[A-Za-z0-9][A-Za-z0-9:._-]{0,126}'
  return new RegExp(String.raw`^[a-z][A-Za-z-]{0,126}(?:\.${id}(?:\|\|${id})*)?$`)
}

/** Requests by name, with the shape of their payload. */
export const socketRequests = {
  'fetch-charts': z.strictObject({ id: uuid }),
  /** Answered with `total` and at most 1,000 positions from `offset` on: all of a year would be megabytes in one frame. */
  'fetch-positions': z.strictObject({ id: uuid, offset: wholeNumber(0, MAX_INTEGER).default(0) }),
  /** Answered with `optimizationColumns`: up to 5,000 rows stored after a revision. */
  'fetch-results': z.strictObject({ id: uuid, after: wholeNumber(0, MAX_INTEGER).default(0) }),
  /** Of a session, the lines of one day if it is named. */
  'fetch-log': z.strictObject({ id: uuid, day: utcDay.optional() }),
  /** Of a session; answered with `sessionLogDays`. */
  'fetch-log-list': z.strictObject({ id: uuid }),
  'tail-log': z.strictObject({ id: uuid }),
  stop: z.strictObject({ id: uuid }),
  'historical-prices': z.strictObject({
    instrumentId,
    interval: line.max(4),
    start: isoTime,
    end: isoTime,
  }),
  /** Of at most `MAX_TICK_SPAN_MS`; answered with `historicalTicks`. */
  'historical-ticks': z.strictObject({ instrumentId, start: isoTime, end: isoTime }),
  /** Answered with a `LivePriceEvent` of the running stream. */
  'request-price-snapshot': z.strictObject({ instrumentId }),
  /** Answered with the newest price that is known, however old it is. */
  'request-cached-price': z.strictObject({ instrumentId }),
  'test-indicator': testIndicatorRequest,
  'fetch-indicator': fetchIndicatorRequest,
  ...tradingRequests,
} as const
export type SocketRequestName = keyof typeof socketRequests

const channel = z.number().int().min(0).max(7)

/** A topic by its name, or by the number of its channel. */
const subscription = { topic: topic.optional(), channel: channel.optional() }

export const clientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('subscribe'), ...subscription }),
  z.strictObject({ type: z.literal('unsubscribe'), ...subscription }),
  z.strictObject({
    type: z.literal('request'),
    id: z.number().int(),
    channel,
    name: line.max(64),
    payload: z.unknown(),
  }),
  z.strictObject({ type: z.literal('ping') }),
  /** The first message of a program that cannot set headers, within 3 seconds: `{key}.{secret}`. */
  z.strictObject({ type: z.literal('authenticate'), key: line.max(200) }),
])
export type ClientMessage = z.infer<typeof clientMessage>

export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('event'), topic: z.string(), payload: serverEvent }),
  z.object({
    type: z.literal('reply'),
    id: z.number(),
    ok: z.boolean(),
    data: z.unknown(),
    error: z.string().optional(),
  }),
  /** A subscription that was refused, or a message that was not understood. */
  z.object({ type: z.literal('error'), topic: z.string().optional(), message: z.string() }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('authenticated') }),
])
export type ServerMessage = z.infer<typeof serverMessage>
