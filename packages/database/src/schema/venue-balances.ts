import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { exactNumber } from '../exact-number.ts'
import { tradingAccounts } from './trading-accounts.ts'

/** What an account at a venue has of each currency, as the venue last said. */
export const venueBalances = pgTable(
  'venue_balances',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => tradingAccounts.id, { onDelete: 'cascade' }),
    currency: text().notNull(),
    total: exactNumber().notNull(),
    /** What neither orders nor positions tie up. */
    available: exactNumber().notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.currency] })],
)
