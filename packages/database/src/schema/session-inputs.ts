import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sessions } from './sessions.ts'

/** What a session was told beside prices, in order: committed before its script sees it. */
export const sessionInputs = pgTable(
  'session_inputs',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** From 0, without gaps. */
    seq: integer().notNull(),
    /** The tick row after which it comes. */
    afterRow: bigint('after_row', { mode: 'number' }).notNull(),
    kind: text().notNull(),
    body: jsonb().$type<unknown>().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.seq] })],
)
