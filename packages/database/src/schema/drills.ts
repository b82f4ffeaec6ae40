import { DRILL_ENDS, DRILL_KINDS } from '@tradeloom/domain/drills'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { exactNumber } from '../exact-number.ts'
import { tradingAccounts } from './trading-accounts.ts'

/** Bad days that were practiced on paper accounts, and the ones that run. */
export const drills = pgTable(
  'drills',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => tradingAccounts.id, { onDelete: 'cascade' }),
    kind: text({ enum: DRILL_KINDS }).notNull(),
    instrumentId: text('instrument_id').notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    quantity: exactNumber().notNull(),
    /** The share by which prices fall. */
    fall: exactNumber().notNull(),
    /** The profit at its stop, in the currency of the account; null where no stop is to close it. */
    planned: exactNumber(),
    /** Of the process that runs it: another one, which takes the account over, ends it. */
    owner: uuid(),
    /** Null until its order was written; the order and its position have the id of the drill. */
    startedAt: timestamp('started_at', { withTimezone: true }),
    endsAt: timestamp('ends_at', { withTimezone: true }),
    /** When another work on the account has begun. */
    takenOverAt: timestamp('taken_over_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    end: text({ enum: DRILL_ENDS }),
    /** Why it could not begin. */
    problem: text(),
  },
  (table) => [
    uniqueIndex('drills_running')
      .on(table.accountId)
      .where(sql`${table.endedAt} is null`),
    index('drills_account').on(table.accountId, table.askedAt.desc()),
  ],
)
