import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Links about an account, each usable once. Only the hash of a link's key is stored. */
export const accountLinks = pgTable(
  'account_links',
  {
    /** SHA-256 of the key, hex. */
    keyHash: text('key_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['verify-email', 'change-email', 'undo-email', 'remove-factors', 'login'] }).notNull(),
    /** The address that the link verifies, sets or brings back; null for other purposes. */
    email: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Not before. */
    usableAt: timestamp('usable_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [index('account_links_user').on(table.userId, table.createdAt.desc())],
)
