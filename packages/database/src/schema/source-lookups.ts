import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** Pages of lists, and searches, that a data provider has answered: nobody asks again for a day. */
export const sourceLookups = pgTable(
  'source_lookups',
  {
    provider: text().notNull(),
    what: text().notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.what] })],
)
