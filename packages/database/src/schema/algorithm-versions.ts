import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { algorithms } from './algorithms.ts'

/** A declared input of a script, as written in its text. */
export interface StoredExternal {
  readonly name: string
  readonly defaultValue?: number
}

/** One version of an algorithm's script. Its script never changes after it is saved. */
export const algorithmVersions = pgTable(
  'algorithm_versions',
  {
    id: uuid().primaryKey(),
    algorithmId: uuid('algorithm_id')
      .notNull()
      .references(() => algorithms.id, { onDelete: 'cascade' }),
    versionNo: integer('version_no').notNull(),
    /** Its number among the shared versions, as shown to other users; null while not shared. */
    sharedVersionNo: integer('shared_version_no'),
    shared: boolean().notNull().default(false),
    message: text().notNull(),
    script: text().notNull(),
    scriptHash: text('script_hash').notNull(),
    externals: jsonb().$type<StoredExternal[]>().notNull(),
    /** Names in its `market(...)` calls. */
    markets: jsonb().$type<string[]>().notNull().default([]),
    previousVersionId: uuid('previous_version_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('algorithm_versions_number').on(table.algorithmId, table.versionNo),
    // Lists count versions without reading their scripts.
    index('algorithm_versions_shared').on(table.algorithmId, table.shared, table.id),
    // A script that is sealed in one lineage is sealed in all algorithms of its owner.
    index('algorithm_versions_script').on(table.scriptHash),
  ],
)
