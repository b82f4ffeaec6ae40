import { bigint, date, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** How much of each kind of data is stored, once a day: from them it is known how fast it grows. */
export const storageSamples = pgTable(
  'storage_samples',
  {
    day: date().notNull(),
    kind: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind] })],
)
