import { z } from 'zod'
import { READ, START_SESSION, TRADE } from './api-terms.ts'
import { byId, instrumentId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { tradingOrder } from './orders.ts'
import { closedPositions, tradingPosition } from './positions.ts'
import { intervalKey } from './run-common.ts'
import { line, text } from './text.ts'
import { MAX_INTEGER, queryNumber } from './whole-number.ts'

/** A live trading session. */
export const tradingSession = z.object({
  id: uuid,
  status: z.enum(['Active', 'Stopped', 'Failed']),
  statusDetail: z.string().nullable(),
  started: z.string(),
  stopped: z.string().nullable(),
  /** The later of the stop and the last closing of a position; null while it runs or has open positions. */
  ended: z.string().nullable(),
  instrumentId: z.string(),
  interval: intervalKey,
  externals: z.record(z.string(), z.number()),
  /** Null once the algorithm is deleted. */
  algorithmId: uuid.nullable(),
  algorithmVersionId: uuid.nullable(),
  algorithmName: z.string(),
  brokerConnectionId: uuid,
  brokerAccountId: uuid,
  /** In account currency. */
  initialBalance: z.number(),
  openPositionCount: z.number().int(),
  closedPositionCount: z.number().int(),
  /** The sum of its closed positions and parts, net of all costs. */
  realisedProfit: z.number(),
  /** The sum of its open positions, net of all costs: at the newest prices, or at those of its stop. */
  unrealisedProfit: z.number(),
  /** Both together: the change of its equity, without transfers. */
  totalProfit: z.number(),
  /** Total profit by the initial balance, in percent. */
  percentageBalance: z.number(),
  inFlight: z.enum(['any', 'one']),
  resume: z.enum(['replay', 'fresh', 'stop']),
  /** The engine that it goes on with although another one is installed; null otherwise, and once it has ended. */
  ownEngine: z.string().nullable(),
  /** What it is doing. */
  detail: z.string().nullable(),
  /** The username of the person who runs it on an account of the user; null where that is the user. */
  startedBy: z.string().nullable(),
})
export type TradingSession = z.infer<typeof tradingSession>

/** Lists have at most this many sessions, those that started last. */
export const MAX_LISTED_SESSIONS = 100

const externalValues = z
  .record(line.max(64), z.number())
  .refine((values) => Object.keys(values).length <= 64, 'A session has at most 64 externals')

export const newTradingSession = z.strictObject({
  brokerConnectionId: uuid,
  brokerAccountId: uuid,
  algorithmId: uuid,
  algorithmVersionId: uuid,
  instrumentId,
  interval: intervalKey,
  externals: externalValues.default({}),
  status: z.literal('Active').default('Active'),
  /** `one`: an order that opens at market is refused while an earlier one is on its way. */
  inFlight: z.enum(['any', 'one']).default('one'),
  /** After an interruption: continue where it was, start fresh, or stop. */
  resume: z.enum(['replay', 'fresh', 'stop']).default('replay'),
})
export type NewTradingSession = z.input<typeof newTradingSession>

export const listAlgorithmSessions = endpoint({
  method: 'GET',
  path: '/api/algorithms/:id/sessions',
  auth: 'user',
  summary: 'Own live sessions of an algorithm, started last first',
  api: READ,
  params: byId,
  query: nothing,
  body: nothing,
  response: z.array(tradingSession),
})

export const createSession = endpoint({
  method: 'POST',
  path: '/api/algorithms/:id/sessions',
  auth: 'user',
  summary: 'Start a live session of an own algorithm',
  api: START_SESSION,
  params: byId,
  query: nothing,
  body: newTradingSession,
  response: tradingSession,
})

/** A stopped session whose positions are still open counts as active. */
export const listActiveSessions = endpoint({
  method: 'GET',
  path: '/api/sessions/active',
  auth: 'user',
  summary: 'Own sessions that run or have open positions, started last first',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(tradingSession),
})

export const listEndedSessions = endpoint({
  method: 'GET',
  path: '/api/sessions/ended',
  auth: 'user',
  summary: 'Own sessions that have ended, started last first',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(tradingSession),
})

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session/:id',
  auth: 'user',
  summary: 'An own live session',
  api: READ,
  params: byId,
  query: nothing,
  body: nothing,
  response: tradingSession,
})

/** A session can only be stopped; the time of it is the server's. */
export const updateSession = endpoint({
  method: 'PUT',
  path: '/api/session/:id',
  auth: 'user',
  summary: 'Stop an own live session: its opening orders are canceled, its open positions stay open',
  api: TRADE,
  params: byId,
  query: nothing,
  body: z.strictObject({
    status: z.enum(['Stopped', 'Active', 'Failed']),
    statusDetail: text.max(200).nullable().default(null),
    stopped: line.max(40).nullable().default(null),
  }),
  response: tradingSession,
})

export const listSessionPositions = endpoint({
  method: 'GET',
  path: '/api/session/:id/positions',
  auth: 'user',
  summary: 'Open positions of an own session, newest first',
  api: READ,
  params: byId,
  query: nothing,
  body: nothing,
  response: z.array(tradingPosition),
})

export const listSessionClosedPositions = endpoint({
  method: 'GET',
  path: '/api/session/:id/positions/closed',
  auth: 'user',
  summary: 'Closed positions of an own session, closed last first, with totals over all of them',
  api: READ,
  params: byId,
  query: z.strictObject({ limit: queryNumber(1, 100).default(50), offset: queryNumber(0, MAX_INTEGER).default(0) }),
  body: nothing,
  response: closedPositions,
})

export const listSessionOrders = endpoint({
  method: 'GET',
  path: '/api/session/:id/orders',
  auth: 'user',
  summary: 'Orders of an own session: active ones first, then the newest',
  api: READ,
  params: byId,
  query: z.strictObject({ limit: queryNumber(1, 500).default(100) }),
  body: nothing,
  response: z.array(tradingOrder),
})

/** One line of the log of a session. */
export const sessionLogLine = z.object({
  n: z.number().int(),
  /** UTC milliseconds. */
  time: z.number(),
  level: z.enum(['info', 'warning', 'error']),
  message: z.string(),
})
export type SessionLogLine = z.infer<typeof sessionLogLine>
