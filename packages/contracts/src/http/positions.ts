import { DIRECTIONS, POSITION_STATUSES } from '@tradeloom/domain'
import { z } from 'zod'
import { uuid } from './common.ts'

/** A stop or target: a price, or a distance for a trailing stop. `Rejected`: the venue refused it. */
const protection = z.union([z.number(), z.literal('Rejected')]).nullable()

/** A position of an account. Times are UTC milliseconds, money is in account currency. */
export const tradingPosition = z.object({
  /** The broker's id. */
  id: z.string(),
  brokerId: z.string(),
  /** Null for one that a person opened. */
  sessionId: uuid.nullable(),
  accountId: uuid,
  instrumentId: z.string(),
  broker: z.string(),
  symbol: z.string(),
  direction: z.enum(DIRECTIONS),
  quantity: z.number(),
  openPrice: z.number(),
  closePrice: z.number().nullable(),
  openTime: z.number(),
  closeTime: z.number().nullable(),
  stopLoss: protection,
  /** A distance in price. */
  trailingStop: protection,
  takeProfit: protection,
  /** Since when it lacks a stop that was requested; null if it lacks none. */
  unprotectedSince: z.number().nullable(),
  pips: z.number(),
  /** After costs; with the newest price while it is open. */
  profit: z.number(),
  usedMargin: z.number(),
  interest: z.number(),
  commission: z.number(),
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
})
export type TradingPosition = z.infer<typeof tradingPosition>

/** Over all closed positions, not only over one page. Movements are in pips. */
export const positionTotals = z.object({
  totalProfit: z.number(),
  positiveProfit: z.number(),
  negativeProfit: z.number(),
  totalMovement: z.number(),
  positiveMovement: z.number(),
  negativeMovement: z.number(),
  closedPositionCount: z.number().int(),
})
export type PositionTotals = z.infer<typeof positionTotals>

export const closedPositions = z.object({ positions: z.array(tradingPosition), meta: positionTotals })
export type ClosedPositions = z.infer<typeof closedPositions>
