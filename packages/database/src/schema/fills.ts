import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { exactNumber } from '../exact-number.ts'
import { intents } from './intents.ts'
import { positions } from './positions.ts'
import { tradingAccounts } from './trading-accounts.ts'

/** Executions, each booked once by the venue's trade id. */
export const fills = pgTable(
  'fills',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => tradingAccounts.id, { onDelete: 'cascade' }),
    tradeId: text('trade_id').notNull(),
    /** Null if the venue traded on its own: a stop that it holds, a liquidation. */
    intentId: uuid('intent_id').references(() => intents.id),
    positionId: uuid('position_id').references(() => positions.id),
    /** `manual`, or the id of a session. */
    owner: text().notNull(),
    instrumentId: text('instrument_id').notNull(),
    side: text({ enum: ['BUY', 'SELL'] }).notNull(),
    /** Of the order, and its price if it had one. */
    orderType: text('order_type').notNull(),
    orderPrice: exactNumber('order_price'),
    /** Of the order after this fill. */
    orderStatus: text('order_status', { enum: ['FILLED', 'PARTIALLY_FILLED'] }).notNull(),
    time: timestamp({ withTimezone: true }).notNull(),
    quantity: exactNumber().notNull(),
    /** What its buyer got of it where the fee was taken out of the quantity; null: all of it. */
    received: exactNumber(),
    price: exactNumber().notNull(),
    /** In account currency; negative for a rebate. */
    fee: exactNumber().notNull(),
    liquidity: text({ enum: ['maker', 'taker'] }).notNull(),
    /** Realized by it, before its fee; 0 for a fill that only opens. */
    profit: exactNumber().notNull().default(0),
    /** The mid price when it was decided, and the quote when it arrived; null where they are not known. */
    decisionMid: exactNumber('decision_mid'),
    bid: exactNumber(),
    ask: exactNumber(),
    /** Why the venue traded on its own. */
    reason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.tradeId] }),
    index('fills_intent').on(table.intentId),
    index('fills_position').on(table.positionId),
    index('fills_time').on(table.accountId, table.time.desc()),
  ],
)
