import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Openings of seals: one for each seal, never changed and never deleted, which a trigger enforces. Nothing is referenced,
 * because the record outlives algorithms and users.
 */
export const sealOpenings = pgTable(
  'seal_openings',
  {
    lineageId: uuid('lineage_id').notNull(),
    userId: uuid('user_id').notNull(),
    username: text().notNull(),
    sealedFrom: timestamp('sealed_from', { withTimezone: true }).notNull(),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull().defaultNow(),
    /** The algorithm from whose page it was opened, and its newest version then. */
    algorithmId: uuid('algorithm_id').notNull(),
    algorithmVersionId: uuid('algorithm_version_id').notNull(),
    /** Trials of the lineage until then. */
    lineageTrials: integer('lineage_trials').notNull(),
  },
  (table) => [primaryKey({ columns: [table.lineageId, table.userId] })],
)
