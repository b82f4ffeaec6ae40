import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sessions } from './sessions.ts'

/** What sessions have logged: a replay writes the same lines under the same numbers. */
export const sessionLogs = pgTable(
  'session_logs',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    n: bigint({ mode: 'number' }).notNull(),
    time: timestamp({ withTimezone: true }).notNull(),
    level: text({ enum: ['info', 'warning', 'error'] }).notNull(),
    message: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.n] }),
    index('session_logs_time').on(table.sessionId, table.time),
  ],
)
