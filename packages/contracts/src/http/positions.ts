import { CUSTODY_CAUSES, CUSTODY_STATES, DIRECTIONS, POSITION_STATUSES } from '@tradeloom/domain'
import { z } from 'zod'
import { READ, WRITE } from './api-terms.ts'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'
import { MAX_INTEGER, queryNumber } from './whole-number.ts'

/** A stop or target: a price, or a distance for a trailing stop. `Rejected`: the venue refused it. */
const protection = z.union([z.number(), z.literal('Rejected')]).nullable()

/** How a position is, or was, protected by what its venue lists. */
const custody = z.object({
  /**
   * COVERED: one order of the right quantity; HELD: watched by Tradeloom; BUSY: a change or a closing is on its way; SHORT:
   * another quantity than the position; DOUBLE: two orders for one level; BARE: without the stop that it wants; ORPHAN: an
   * order protects what is closed, or no longer wanted; STRANGER: an order from elsewhere would close it.
   */
  state: z.enum(CUSTODY_STATES),
  /** Who has brought it about. */
  cause: z.enum(CUSTODY_CAUSES),
  /** Whether all of the position would be closed at its stop. */
  isProtected: z.boolean(),
  /** UTC milliseconds. */
  since: z.number(),
})

/** A position of an account. Times are UTC milliseconds, money is in account currency. */
export const tradingPosition = z.object({
  /** The broker's id; for a closed part that of its row. */
  id: z.string(),
  brokerId: z.string(),
  /** Of a position that was closed in parts, the number of the part; null for one that was not, and while it is open. */
  part: z.number().int().nullable(),
  /** Null for one that a person opened. */
  sessionId: uuid.nullable(),
  accountId: uuid,
  instrumentId: z.string(),
  broker: z.string(),
  symbol: z.string(),
  direction: z.enum(DIRECTIONS),
  /** Units of the base currency. */
  quantity: z.number(),
  /** Less than the smallest order of its venue is left: it cannot be sold alone. */
  isDust: z.boolean(),
  openPrice: z.number(),
  closePrice: z.number().nullable(),
  /** UTC milliseconds. */
  openTime: z.number(),
  /** UTC milliseconds. */
  closeTime: z.number().nullable(),
  stopLoss: protection,
  /** Whether its stop loss is watched here, because the venue did not take it. */
  isStopHeld: z.boolean(),
  /** A distance in price. */
  trailingStop: protection,
  takeProfit: protection,
  /** Since when it lacks a stop that was requested; null if it lacks none. */
  unprotectedSince: z.number().nullable(),
  /** How it is protected now; null where there is nothing to say: it is closed, or wants no stop. */
  custody: custody.nullable(),
  pips: z.number(),
  /** Net of all costs; with the newest price while it is open. */
  profit: z.number(),
  /** In account currency. */
  usedMargin: z.number(),
  /** Swap and funding so far: negative if paid. */
  interest: z.number(),
  /** Costs so far, positive if paid, as of the positions of backtests. Spread and slippage are part of the prices. */
  spreadCost: z.number(),
  slippageCost: z.number(),
  commission: z.number(),
  swapCost: z.number(),
  fundingCost: z.number(),
  status: z.enum(POSITION_STATUSES),
  /** What closed it, such as `stop-loss`; null while it is open. */
  detail: z.string().nullable(),
  backtestId: uuid.nullable(),
  algorithmId: uuid.nullable(),
  algorithmName: z.string().nullable(),
  sessionName: z.string().nullable(),
  /** In the quote currency. */
  value: z.number(),
  dealtCurrency: z.string(),
  leverage: z.string().nullable(),
  /** What secures a perpetual: a margin of its own, or all that its account has. Null for others, and on paper. */
  marginMode: z.enum(['isolated', 'cross']).nullable(),
})
export type TradingPosition = z.infer<typeof tradingPosition>

/** Over the rows of all closed positions and parts, not only over one page. Profits of accounts in several currencies are added up as they are. */
export const positionTotals = z.object({
  /** By the currencies of the accounts, in their order. */
  profits: z.array(z.object({ currency: z.string(), profit: z.number() })),
  totalProfit: z.number(),
  positiveProfit: z.number(),
  negativeProfit: z.number(),
  /** In pips, as are the next two. */
  totalMovement: z.number(),
  positiveMovement: z.number(),
  negativeMovement: z.number(),
  closedPositionCount: z.number().int(),
})
export type PositionTotals = z.infer<typeof positionTotals>

export const closedPositions = z.object({ positions: z.array(tradingPosition), meta: positionTotals })
export type ClosedPositions = z.infer<typeof closedPositions>

export const listOpenPositions = endpoint({
  method: 'GET',
  path: '/api/positions/open',
  auth: 'user',
  summary: 'Open positions of all accounts, newest first, at the newest prices',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(tradingPosition),
})

export const listClosedPositions = endpoint({
  method: 'GET',
  path: '/api/positions/closed',
  auth: 'user',
  summary: 'Closed positions, closed last first, with totals over all of them',
  api: READ,
  params: nothing,
  query: z.strictObject({ limit: queryNumber(1, 100).default(25), offset: queryNumber(0, MAX_INTEGER).default(0) }),
  body: nothing,
  response: closedPositions,
})

export const listAlgorithmPositions = endpoint({
  method: 'GET',
  path: '/api/algorithm/:id/positions',
  auth: 'user',
  summary: 'Positions that sessions of an own algorithm have opened: open ones first, then the newest',
  api: READ,
  params: byId,
  query: z.strictObject({ limit: queryNumber(1, 500).default(500) }),
  body: nothing,
  response: z.array(tradingPosition),
})

export const listBrokerPositions = endpoint({
  method: 'GET',
  path: '/api/broker/positions',
  auth: 'user',
  summary: 'Open positions as brokers state them',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(tradingPosition),
})

export const positionCustody = z.object({
  /** Newest first: the last 200. */
  stretches: z.array(
    custody.extend({
      /** UTC milliseconds; null while it lasts. */
      until: z.number().nullable(),
    }),
  ),
  /** Days (UTC) on which it was without protection, newest first; of the last 90 days. */
  days: z.array(
    z.object({
      /** `2026-11-29`. */
      day: z.string(),
      /** For how long, in seconds. */
      unprotected: z.number(),
    }),
  ),
})
export type PositionCustody = z.infer<typeof positionCustody>

export const getPositionCustody = endpoint({
  method: 'GET',
  path: '/api/position/:id/custody',
  auth: 'user',
  summary: 'How a position was protected, who has changed that, and for how long it was without protection on each day',
  api: READ,
  params: z.strictObject({ id: text.min(1).max(64) }),
  query: nothing,
  body: nothing,
  response: positionCustody,
})

/** Its fills and the journal of its account keep it. */
export const deletePosition = endpoint({
  method: 'DELETE',
  path: '/api/position/:id',
  auth: 'user',
  summary: 'Hide a closed position from lists and totals',
  api: WRITE,
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})
