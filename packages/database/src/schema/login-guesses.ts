import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Guesses of passwords, counted by all servers together; forgotten after an hour. */
export const loginGuesses = pgTable(
  'login_guesses',
  {
    /** Hash of the account and of the device or address that guesses. */
    key: text().primaryKey(),
    count: integer().notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
    /** No guess before. */
    nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('login_guesses_last_at').on(table.lastAt)],
)
