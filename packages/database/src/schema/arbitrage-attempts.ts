import { sql } from 'drizzle-orm'
import { ATTEMPT_OUTCOMES, ATTEMPT_POLICIES, ATTEMPT_STATES } from '@tradeloom/domain/arbitrage'
import { boolean, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { exactNumber } from '../exact-number.ts'
import { intents } from './intents.ts'
import { tradingAccounts } from './trading-accounts.ts'

/** Buying at one market and selling at another: the parent of the two requests that are its legs. */
export const arbitrageAttempts = pgTable(
  'arbitrage_attempts',
  {
    id: uuid().primaryKey(),
    /** Whose attempt it is; their user may be deleted. */
    placedBy: uuid('placed_by').notNull(),
    /** By which its client repeats the call without repeating the orders. */
    key: text().notNull(),
    buyAccountId: uuid('buy_account_id')
      .notNull()
      .references(() => tradingAccounts.id, { onDelete: 'cascade' }),
    sellAccountId: uuid('sell_account_id')
      .notNull()
      .references(() => tradingAccounts.id, { onDelete: 'cascade' }),
    buyIntentId: uuid('buy_intent_id')
      .notNull()
      .references(() => intents.id, { onDelete: 'cascade' }),
    sellIntentId: uuid('sell_intent_id')
      .notNull()
      .references(() => intents.id, { onDelete: 'cascade' }),
    isSimulated: boolean('is_simulated').notNull(),
    /** In the currency that is paid where it is bought. */
    expected: jsonb()
      .$type<{
        readonly buyAverage: number
        readonly sellAverage: number
        readonly fees: number
        readonly net: number
      }>()
      .notNull(),
    /** What one unit of the currency that selling brings was worth in the one that is paid. */
    conversion: exactNumber().notNull(),
    /** In the currency of the account that buys. */
    maxLoss: exactNumber('max_loss').notNull(),
    /** What one unit of money of each leg was worth in that currency. */
    buyRate: exactNumber('buy_rate').notNull(),
    sellRate: exactNumber('sell_rate').notNull(),
    policy: text({ enum: ATTEMPT_POLICIES }).notNull(),
    /** Where the leg that is kept has its stop; null: where the maximum loss is reached. */
    buyStop: exactNumber('buy_stop'),
    sellStop: exactNumber('sell_stop'),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    state: text({ enum: ATTEMPT_STATES }).notNull(),
    /** When the processes that work on the accounts were ready to send, and when both send, by the clock of the database. */
    buyReadyAt: timestamp('buy_ready_at', { withTimezone: true }),
    sellReadyAt: timestamp('sell_ready_at', { withTimezone: true }),
    goAt: timestamp('go_at', { withTimezone: true }),
    /** How long after that each has left, milliseconds; null while it has not, or where its process has died since. */
    buyLate: exactNumber('buy_late'),
    sellLate: exactNumber('sell_late'),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    outcome: text({ enum: ATTEMPT_OUTCOMES }),
    /** Why the legs were not sent, or what the policy could not do. */
    reason: text(),
  },
  (table) => [
    uniqueIndex('arbitrage_attempts_key').on(table.placedBy, table.key),
    index('arbitrage_attempts_open')
      .on(table.id)
      .where(sql`${table.endedAt} is null`),
    index('arbitrage_attempts_buy').on(table.buyAccountId, table.id.desc()),
    index('arbitrage_attempts_sell').on(table.sellAccountId, table.id.desc()),
  ],
)

/** What the policy of an attempt has asked for: a request that undoes a leg, guards its position or cancels it. */
export const attemptRequests = pgTable(
  'attempt_requests',
  {
    intentId: uuid('intent_id')
      .primaryKey()
      .references(() => intents.id, { onDelete: 'cascade' }),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => arbitrageAttempts.id, { onDelete: 'cascade' }),
    leg: text({ enum: ['buy', 'sell'] }).notNull(),
  },
  (table) => [index('attempt_requests_attempt').on(table.attemptId)],
)
