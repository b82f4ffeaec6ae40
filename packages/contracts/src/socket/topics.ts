import { z } from 'zod'
import type { ApiScope } from '../http/api-terms.ts'
import { instrumentId, uuid } from '../http/common.ts'
import { indicatorId } from '../http/indicators.ts'
import { marketImport } from '../http/market-imports.ts'
import { alertEvents } from './alert-events.ts'
import { arbitrageEvents, arbitrageIds, currencyEvents } from './arbitrage-events.ts'
import { algorithmEvents } from './algorithm-events.ts'
import { backtestEvents, liveBacktestEvents } from './backtest-events.ts'
import { balanceEvents, brokerEvents, executionEvents, orderEvents, positionEvents } from './trading-events.ts'
import { logEvents, sessionEvents } from './session-events.ts'
import { optimizationEvents, optimizationResultEvents } from './optimization-events.ts'
import { bookEvents, candleEvents, markEvents, priceEvents, tickerEvents, tradeEvents } from './price-events.ts'

/** A topic: its events by name, each with the shape of its data. */
interface TopicContract {
  /** The part of the name after the dot, such as a UUID or an instrument id; only for names that end in `.{id}`. */
  readonly id?: z.ZodType<string>
  /**
   * `always`: what every page of a signed-in user needs, so that the browser subscribes once. `own`: the user's, and
   * `shared`: the same for everybody; both only while a page shows it.
   */
  readonly scope: 'always' | 'own' | 'shared'
  /** What the key of a program must include. */
  readonly key: ApiScope
  readonly events: Readonly<Record<string, z.ZodType>>
}

const indicatorEvents = {
  'indicator-changed': z.object({ id: indicatorId }),
  'indicator-deleted': z.object({ id: indicatorId }),
}

/** A code as venues write it, such as BTC or XBT. */
const currencySymbol = z.string().regex(/^[A-Za-z0-9]{2,16}$/)

const importEvents = { import: marketImport }

/**
 * Every topic of the socket. A name without an id means everything of the user who is logged in, and
 * `backtest.{id}` is one thing. The server must implement each, or it does not compile.
 * Events of the same name have the same shape in all topics, but an `update` is the row that the topic is about.
 */
export const topics = {
  backtests: { scope: 'always', key: 'read', events: backtestEvents },
  'backtest.{id}': { id: uuid, scope: 'own', key: 'read', events: { ...backtestEvents, ...liveBacktestEvents } },
  optimisations: { scope: 'always', key: 'read', events: optimizationEvents },
  'optimisation.{id}': { id: uuid, scope: 'own', key: 'read', events: optimizationResultEvents },
  imports: { scope: 'always', key: 'read', events: importEvents },
  'import.{id}': { id: uuid, scope: 'own', key: 'read', events: importEvents },
  algorithms: { scope: 'always', key: 'read', events: algorithmEvents },
  user: {
    scope: 'always',
    key: 'read',
    events: {
      logout: z.null(),
      'credit-backtest-units': z.object({ backtestUnits: z.number().nullable() }),
      'user-changed': z.null(),
      /** How many notifications are unread, also after each new one. */
      notifications: z.object({ unread: z.number().int() }),
    },
  },
  indicators: { scope: 'always', key: 'read', events: indicatorEvents },
  alerts: { scope: 'own', key: 'read', events: alertEvents },
  orders: { scope: 'own', key: 'read', events: orderEvents },
  executions: { scope: 'own', key: 'read', events: executionEvents },
  balances: { scope: 'own', key: 'read', events: balanceEvents },
  positions: { scope: 'own', key: 'read', events: positionEvents },
  brokers: { scope: 'own', key: 'read', events: brokerEvents },
  tradingSessions: { scope: 'always', key: 'read', events: sessionEvents },
  logs: { scope: 'own', key: 'read', events: logEvents },
  'price.{id}': { id: instrumentId, scope: 'shared', key: 'read', events: priceEvents },
  'ticker.{id}': { id: instrumentId, scope: 'shared', key: 'read', events: tickerEvents },
  'mark.{id}': { id: instrumentId, scope: 'shared', key: 'read', events: markEvents },
  'trades.{id}': { id: instrumentId, scope: 'shared', key: 'read', events: tradeEvents },
  'book.{id}': { id: instrumentId, scope: 'shared', key: 'read', events: bookEvents },
  /** The same by its name in the specification. */
  'order-book.{id}': { id: instrumentId, scope: 'shared', key: 'read', events: bookEvents },
  'candles.{id}': { id: instrumentId, scope: 'shared', key: 'read', events: candleEvents },
  /** Of all markets that trade one currency at several venues. */
  arbitrage: { scope: 'shared', key: 'read', events: arbitrageEvents },
  'arbitrage.{id}': { id: arbitrageIds, scope: 'shared', key: 'read', events: arbitrageEvents },
  'currency.{id}': { id: currencySymbol, scope: 'shared', key: 'read', events: currencyEvents },
} as const satisfies Readonly<Record<string, TopicContract>>

export type TopicName = keyof typeof topics

/** A topic as clients subscribe to it: with an id in place of `{id}`. */
export type SubscribedTopic<Name extends string = TopicName> = Name extends `${infer Word}.{id}`
  ? `${Word}.${string}`
  : Name

type EventsOf<Name extends TopicName> = Name extends TopicName ? (typeof topics)[Name]['events'] : never
type EventOf<Events> =
  Events extends Readonly<Record<string, z.ZodType>>
    ? { [Event in keyof Events]: { event: Event; data: z.output<Events[Event]> } }[keyof Events]
    : never

export type TopicEvent<Name extends TopicName = TopicName> = EventOf<EventsOf<Name>>

/** Any topic may send this: changes may have been missed, such as deletions, so everything shown is out of date. */
const missed = z.null()

export type ServerEvent = TopicEvent | { event: 'missed'; data: z.output<typeof missed> }

/** One event of any topic. */
export const serverEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('missed'), data: missed }),
  ...eventShapes(),
]) as unknown as z.ZodType<ServerEvent>

function eventShapes() {
  const shapes = new Map<string, Set<z.ZodType>>()
  for (const { events } of Object.values<TopicContract>(topics)) {
    for (const [event, data] of Object.entries(events)) shapes.set(event, (shapes.get(event) ?? new Set()).add(data))
  }
  return [...shapes].map(([event, data]) => z.object({ event: z.literal(event), data: z.union([...data]) }))
}
