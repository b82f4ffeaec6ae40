import { z } from 'zod'
import { READ, TRADE } from './api-terms.ts'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { queryNumber } from './whole-number.ts'

export const ORDER_TYPE_TEXTS = ['Market', 'Limit', 'Stop', 'Stop Limit', 'Trailing Stop'] as const

/** An order of an account. NEW and PARTIALLY_FILLED are active; UNKNOWN may be. Times are UTC milliseconds. */
export const tradingOrder = z.object({
  /** The broker's id; that of the request until the broker has it. */
  id: z.string(),
  brokerOrderId: z.string(),
  /** False for a request that the broker does not have yet, never had, or may have. */
  isAtBroker: z.boolean(),
  accountId: uuid,
  sessionId: uuid.nullable(),
  /** The position that it protects or closes. */
  positionId: z.string().nullable(),
  /** `Stop` sets the stop loss of its position, `Trailing Stop` the trailing stop, `Limit` the take profit. */
  type: z.enum(ORDER_TYPE_TEXTS),
  /** Whether it is a stop or target of a position. */
  isProtective: z.boolean(),
  status: z.enum(['NEW', 'PARTIALLY_FILLED', 'FILLED', 'Rejected', 'CANCELED', 'EXPIRED', 'UNKNOWN']),
  side: z.enum(['BUY', 'SELL']),
  /** Units of the base currency. */
  quantity: z.number(),
  filledQuantity: z.number(),
  /** Of a limit order; the average of its fills once it has any. */
  price: z.number().nullable(),
  /** At which it waits, whatever its fills have cost; null for others than limit orders. */
  limitPrice: z.number().nullable(),
  stopPrice: z.number().nullable(),
  /** The other one of two linked orders: when one is filled or ends, the other is canceled. */
  linkedTo: z.string().nullable(),
  /** UTC milliseconds. */
  time: z.number(),
  instrumentId: z.string(),
  broker: z.string(),
  symbol: z.string(),
  /** Why it ended, or what it waits for. */
  detail: z.string().nullable(),
  /** Of an UNKNOWN order; null for others. */
  unknown: z
    .object({
      /** False once its key was deleted or refused: the status stays unknown. */
      isAsked: z.boolean(),
      /** From when its owner may state its outcome, UTC milliseconds. */
      outcomeFrom: z.number(),
    })
    .nullable(),
  /** The username of the person who placed it; null where that is the user, or a rule of the account. */
  placedBy: z.string().nullable(),
})
export type TradingOrder = z.infer<typeof tradingOrder>

/** One fill. */
export const execution = z.object({
  id: z.string(),
  accountId: uuid,
  sessionId: uuid.nullable(),
  positionId: z.string().nullable(),
  /** UTC milliseconds. */
  time: z.number(),
  broker: z.string(),
  symbol: z.string(),
  instrumentId: z.string(),
  side: z.enum(['BUY', 'SELL']),
  price: z.number(),
  /** Units of the base currency. */
  quantity: z.number(),
  /** In account currency; negative for a rebate. */
  fee: z.number(),
  orderType: z.enum(ORDER_TYPE_TEXTS),
  orderPrice: z.number().nullable(),
  orderStatus: z.enum(['FILLED', 'PARTIALLY_FILLED']),
})
export type Execution = z.infer<typeof execution>

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  auth: 'user',
  summary: 'Orders of all accounts: active ones first, then the newest',
  api: READ,
  params: nothing,
  query: z.strictObject({ limit: queryNumber(1, 500).default(100) }),
  body: nothing,
  response: z.array(tradingOrder),
})

export const listExecutions = endpoint({
  method: 'GET',
  path: '/api/executions',
  auth: 'user',
  summary: 'The newest fills of all accounts, newest first',
  api: READ,
  params: nothing,
  query: z.strictObject({ limit: queryNumber(1, 100).default(50) }),
  body: nothing,
  response: z.array(execution),
})

export const listPositionOrders = endpoint({
  method: 'GET',
  path: '/api/position/:id/orders',
  auth: 'user',
  summary: 'Orders that have opened, protected or closed a position',
  api: READ,
  params: byId,
  query: nothing,
  body: nothing,
  response: z.array(tradingOrder),
})

/** A stop or target of a position is removed from it. */
export const cancelOrder = endpoint({
  method: 'DELETE',
  path: '/api/order/:id',
  auth: 'user',
  summary: 'Ask the broker to cancel a working order',
  api: TRADE,
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ intentId: uuid }),
})

/** The only outcome that a person can state: what was placed is found at the exchange, or is there once its key works. */
export const stateOrderOutcome = endpoint({
  method: 'POST',
  path: '/api/order/:id/outcome',
  auth: 'user',
  weakens: 'An order of unknown status was confirmed as not placed',
  recentLogin: 'always',
  summary: 'Say that an UNKNOWN order was not placed, after 15 minutes without an answer; needs a recent login',
  audit: { action: 'order-outcome-stated', details: ['outcome'] },
  params: byId,
  query: nothing,
  body: z.strictObject({ outcome: z.literal('not-placed') }),
  response: z.object({ ok: z.literal(true) }),
})
