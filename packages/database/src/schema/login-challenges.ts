import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** What a browser has to answer with a code or a passkey within minutes. Only its hash is stored. */
export const loginChallenges = pgTable(
  'login_challenges',
  {
    /** SHA-256 of the challenge, hex. */
    hash: text().primaryKey(),
    purpose: text({ enum: ['second-factor', 'passkey-login', 'add-passkey', 'confirm'] }).notNull(),
    /** Null as long as nobody knows who will answer. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** How the login began. */
    method: text(),
    /** SHA-256 of what tells the browser that asked from others, hex. */
    browser: text().notNull(),
    tries: integer().notNull().default(0),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('login_challenges_expiry').on(table.expiresAt)],
)
