import { integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** What a user has drawn on the charts of an instrument. */
export const drawings = pgTable(
  'drawings',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    instrumentId: text('instrument_id').notNull(),
    items: jsonb().$type<unknown[]>().notNull(),
    /** Rises with each change, so that two tabs notice each other. */
    revision: integer().notNull().default(1),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.instrumentId] })],
)
