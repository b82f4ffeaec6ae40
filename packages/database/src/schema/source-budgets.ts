import { sql } from 'drizzle-orm'
import { bigint, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** What was sent to a data provider with one key, by all servers: whoever sends something locks this row first. */
export const sourceBudgets = pgTable(
  'source_budgets',
  {
    provider: text().notNull(),
    /** Of its key; empty without one. */
    keyHash: text('key_hash').notNull(),
    /** Times of the last minute, UTC milliseconds. */
    sent: jsonb().$type<number[]>().notNull().default([]),
    /** Until when a request counts as running whose server says nothing more, by its id. */
    running: jsonb().$type<Record<string, number>>().notNull().default({}),
    day: date()
      .notNull()
      .default(sql`'epoch'`),
    sentToday: integer('sent_today').notNull().default(0),
    /** Until when nothing may be sent, UTC milliseconds. */
    silentUntil: bigint('silent_until', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.provider, table.keyHash] })],
)
