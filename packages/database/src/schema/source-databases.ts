import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Databases of data providers, as they listed them. */
export const sourceDatabases = pgTable(
  'source_databases',
  {
    provider: text().notNull(),
    code: text().notNull(),
    name: text().notNull(),
    description: text(),
    premium: boolean().notNull(),
    /** Null until the provider has said it or the database was opened. */
    datasetsCount: integer('datasets_count'),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.code] })],
)
