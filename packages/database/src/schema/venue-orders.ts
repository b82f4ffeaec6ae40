import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { exactNumber } from '../exact-number.ts'
import { type OrderType, TIMES_IN_FORCE, type TimeInForce } from '@tradeloom/domain'
import { intents } from './intents.ts'
import { positions } from './positions.ts'
import { tradingAccounts } from './trading-accounts.ts'

/** Protective orders belong to a position; `TRAILING_STOP` is always one. */
export type VenueOrderType = OrderType | 'TRAILING_STOP'
export const VENUE_ORDER_STATUSES = ['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'REJECTED', 'EXPIRED'] as const
const FORCES = Object.keys(TIMES_IN_FORCE) as [TimeInForce, ...TimeInForce[]]

/** Orders as the venue has them. The paper venue keeps its book here, and nobody else writes those of its accounts. */
export const venueOrders = pgTable(
  'venue_orders',
  {
    /** The venue's name for it. */
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => tradingAccounts.id, { onDelete: 'cascade' }),
    /** Null for orders that the venue holds on its own, such as the stop of a position. */
    intentId: uuid('intent_id').references(() => intents.id),
    clientId: text('client_id'),
    /** The position that a protective order closes, or that a closing order names. */
    positionId: uuid('position_id').references(() => positions.id),
    isProtective: boolean('is_protective').notNull().default(false),
    instrumentId: text('instrument_id').notNull(),
    type: text().$type<VenueOrderType>().notNull(),
    side: text({ enum: ['BUY', 'SELL'] }).notNull(),
    quantity: exactNumber().notNull(),
    filled: exactNumber().notNull().default(0),
    average: exactNumber(),
    limitPrice: exactNumber('limit_price'),
    stopPrice: exactNumber('stop_price'),
    /** Whether the stop price of a stop limit order was reached. */
    isTriggered: boolean('is_triggered').notNull().default(false),
    /** It has met a price: from then on it rests at its own. */
    isResting: boolean('is_resting').notNull().default(false),
    timeInForce: text('time_in_force', { enum: FORCES }).notNull().default('GTC'),
    expiry: timestamp({ withTimezone: true }),
    postOnly: boolean('post_only').notNull().default(false),
    reduceOnly: boolean('reduce_only').notNull().default(false),
    /** Of the position that it opens. */
    stopLoss: exactNumber('stop_loss'),
    takeProfit: exactNumber('take_profit'),
    trailingStop: exactNumber('trailing_stop'),
    stopLossDistance: exactNumber('stop_loss_distance'),
    takeProfitDistance: exactNumber('take_profit_distance'),
    status: text({ enum: VENUE_ORDER_STATUSES }).notNull(),
    reason: text(),
    time: timestamp({ withTimezone: true }).notNull(),
    /** When its status last changed. */
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
    /** The newest tick row that it was compared with: only later ones can fill it. */
    matchedRow: bigint('matched_row', { mode: 'number' }).notNull(),
  },
  (table) => [
    uniqueIndex('venue_orders_client_id').on(table.accountId, table.clientId),
    index('venue_orders_active')
      .on(table.instrumentId)
      .where(sql`${table.status} in ('NEW', 'PARTIALLY_FILLED')`),
    index('venue_orders_position').on(table.positionId),
    index('venue_orders_intent').on(table.intentId),
    index('venue_orders_account').on(table.accountId, table.time.desc()),
  ],
)
