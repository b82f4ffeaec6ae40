import { bigint, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sessions } from './sessions.ts'

/** What the engine records of a session, such as orders, positions and equity, handed out as it runs. */
export const sessionRecords = pgTable(
  'session_records',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    /** Its number among those of its kind. */
    n: bigint({ mode: 'number' }).notNull(),
    time: timestamp({ withTimezone: true }).notNull(),
    body: jsonb().$type<unknown>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.kind, table.n] })],
)
