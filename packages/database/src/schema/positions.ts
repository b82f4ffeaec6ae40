import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { exactNumber } from '../exact-number.ts'
import { DIRECTIONS, POSITION_STATUSES } from '@tradeloom/domain'
import { sessions } from './sessions.ts'
import { tradingAccounts } from './trading-accounts.ts'
import { users } from './users.ts'

/** Positions of accounts: what fills have opened and closed. */
export const positions = pgTable(
  'positions',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => tradingAccounts.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null for a position of a person. */
    sessionId: uuid('session_id').references(() => sessions.id),
    /** The venue's name for it, and the `id` of the specification. */
    brokerId: text('broker_id').notNull(),
    broker: text().notNull(),
    instrumentId: text('instrument_id').notNull(),
    direction: text({ enum: DIRECTIONS }).notNull(),
    /** Open now, or, once it is closed, what was closed last. */
    quantity: exactNumber().notNull(),
    openPrice: exactNumber('open_price').notNull(),
    closePrice: exactNumber('close_price'),
    openTime: timestamp('open_time', { withTimezone: true }).notNull(),
    closeTime: timestamp('close_time', { withTimezone: true }),
    stopLoss: exactNumber('stop_loss'),
    takeProfit: exactNumber('take_profit'),
    /** A distance in price, and the best price since it was set. */
    trailingStop: exactNumber('trailing_stop'),
    trailingBest: exactNumber('trailing_best'),
    isStopLossRejected: boolean('is_stop_loss_rejected').notNull().default(false),
    isTakeProfitRejected: boolean('is_take_profit_rejected').notNull().default(false),
    isTrailingStopRejected: boolean('is_trailing_stop_rejected').notNull().default(false),
    /** Since when it lacks a stop that was requested; null while it has what was requested. */
    unprotectedSince: timestamp('unprotected_since', { withTimezone: true }),
    /** The number of the next of its parts that is closed: 1 if it was never closed in parts. */
    part: integer().notNull().default(1),
    /** Of the row of a closed part: the position that it was a part of. */
    partOf: uuid('part_of').references((): AnyPgColumn => positions.id),
    /** Half the spread and the slippage of what has opened it, as price distances. */
    openHalfSpread: exactNumber('open_half_spread').notNull().default(0),
    openSlippage: exactNumber('open_slippage').notNull().default(0),
    /** Net of all costs; without the move of the price while it is open. */
    profit: exactNumber().notNull().default(0),
    pips: exactNumber().notNull().default(0),
    /** Costs, positive when paid; those of spread and slippage once it is closed. `interest`: of holding it overnight. */
    spreadCost: exactNumber('spread_cost').notNull().default(0),
    slippageCost: exactNumber('slippage_cost').notNull().default(0),
    commission: exactNumber().notNull().default(0),
    interest: exactNumber().notNull().default(0),
    fundingCost: exactNumber('funding_cost').notNull().default(0),
    usedMargin: exactNumber('used_margin').notNull().default(0),
    status: text({ enum: POSITION_STATUSES }).notNull(),
    closeReason: text('close_reason'),
    /** The newest tick row that its stops were compared with. */
    matchedRow: bigint('matched_row', { mode: 'number' }).notNull().default(-1),
    /** When its owner deleted it from lists; fills and journal keep it. */
    hiddenAt: timestamp('hidden_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('positions_broker_id').on(table.accountId, table.brokerId, table.part),
    // Those that were booked before parts had rows.
    index('positions_unsplit')
      .on(table.id)
      .where(sql`${table.part} = 0`),
    index('positions_open')
      .on(table.instrumentId)
      .where(sql`${table.status} = 'OPEN'`),
    index('positions_user').on(table.userId, table.status, table.closeTime.desc().nullsFirst()),
    index('positions_account').on(table.accountId),
    index('positions_session').on(table.sessionId),
  ],
)
