import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { tradingAccounts } from './trading-accounts.ts'

/** How far the fills of an account were read from its venue, by instrument. */
export const venueCursors = pgTable(
  'venue_cursors',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => tradingAccounts.id, { onDelete: 'cascade' }),
    instrumentId: text('instrument_id').notNull(),
    cursor: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.instrumentId] })],
)
