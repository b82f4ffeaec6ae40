import { CUSTODY_CAUSES, CUSTODY_STATES } from '@tradeloom/domain'
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { positions } from './positions.ts'
import { tradingAccounts } from './trading-accounts.ts'

/** How positions were protected, by what their venues list: a row for each stretch of time. */
export const custodyAudits = pgTable(
  'custody_audits',
  {
    positionId: uuid('position_id')
      .notNull()
      .references(() => positions.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => tradingAccounts.id, { onDelete: 'cascade' }),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Null while it lasts. */
    until: timestamp({ withTimezone: true }),
    state: text({ enum: CUSTODY_STATES }).notNull(),
    /** Whether all of the position would have been closed at its stop. */
    isProtected: boolean('is_protected').notNull(),
    cause: text({ enum: CUSTODY_CAUSES }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.positionId, table.at] }),
    uniqueIndex('custody_audits_current')
      .on(table.positionId)
      .where(sql`${table.until} is null`),
    index('custody_audits_account').on(table.accountId, table.until),
  ],
)
