import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { exactNumber } from '../exact-number.ts'
import { tradingAccounts } from './trading-accounts.ts'

/** At which terms an account trades contracts, where its owner has chosen others at the venue than those of the instrument. */
export const contractTerms = pgTable(
  'contract_terms',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => tradingAccounts.id, { onDelete: 'cascade' }),
    instrumentId: text('instrument_id').notNull(),
    leverage: exactNumber().notNull(),
    /** Its positions have a margin of their own, and not all that the account has. */
    isIsolated: boolean('is_isolated').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.instrumentId] })],
)
