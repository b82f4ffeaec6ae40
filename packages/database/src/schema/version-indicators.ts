import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { algorithmVersions } from './algorithm-versions.ts'

/**
 * Copies of the custom indicators that a version uses, made when it was saved: it computes the same however its author
 * changes them later, also for those who clone it.
 */
export const versionIndicators = pgTable(
  'version_indicators',
  {
    versionId: uuid('version_id')
      .notNull()
      .references(() => algorithmVersions.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    name: text().notNull(),
    script: text().notNull(),
    scriptHash: text('script_hash').notNull(),
    /** Where the copy comes from; the original may be gone. */
    indicatorId: uuid('indicator_id'),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.key] })],
)
