import { z } from 'zod'
import { line } from '../http/text.ts'
import { serverEvent, type TopicName } from './topics.ts'

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
  [CHANNELS.arbitrage]: 'arbitrage',
}

/**
 * Name of a topic: a word such as `backtests`, for everything of the user who is logged in, or a word and an id such as
 * `backtest.{id}`; `topics` lists them. After subscribing, the newest state comes first, then changes; a slow client gets
 * the latest state, not a backlog. An id may be a list, joined by `||`.
 */
export const topic = line.max(4096).regex(topicPattern(), 'Unknown topic')

function topicPattern(): RegExp {
  const id = '[A-Za-z0-9][A-Za-z0-9:._-]{0,126}'
  return new RegExp(String.raw`^[a-z][A-Za-z-]{0,126}(?:\.${id}(?:\|\|${id})*)?$`)
}

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
