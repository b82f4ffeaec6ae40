import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Calls that were sent with an `Idempotency-Key`, and what was answered. */
export const repeatableCalls = pgTable(
  'repeatable_calls',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As the client sent it. */
    key: text().notNull(),
    /** SHA-256 of method, path, query and body, hex. */
    request: text().notNull(),
    /** Null as long as nothing was answered. */
    status: integer(),
    /** JSON. */
    answer: text(),
    begunAt: timestamp('begun_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
)
