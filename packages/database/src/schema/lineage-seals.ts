import { index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** The last part of the data, which no run of a lineage may use until its owner opens it. */
export const lineageSeals = pgTable(
  'lineage_seals',
  {
    lineageId: uuid('lineage_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sealedFrom: timestamp('sealed_from', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.lineageId, table.userId] }), index('lineage_seals_user').on(table.userId)],
)
