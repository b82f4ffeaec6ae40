import { sql } from 'drizzle-orm'
import { customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Names of datasets that were listed or found: what searches are answered from. */
export const sourceDatasets = pgTable(
  'source_datasets',
  {
    provider: text().notNull(),
    code: text().notNull(),
    /** Empty where it was found by a search that does not tell. */
    databaseCode: text('database_code').notNull(),
    name: text().notNull(),
    /** In its database; null where it was found by a search. */
    position: integer(),
    words: tsvector()
      .notNull()
      .generatedAlwaysAs(sql`to_tsvector('simple', regexp_replace(code || ' ' || name, '[^[:alnum:]]+', ' ', 'g'))`),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.code] }),
    index('source_datasets_place').on(table.provider, table.databaseCode, table.position),
    index('source_datasets_words').using('gin', table.words),
  ],
)
