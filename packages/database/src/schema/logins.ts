import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Logged-in browsers, one row each. ("Session" means live trading.) */
export const logins = pgTable(
  'logins',
  {
    id: uuid().primaryKey(),
    /** Hash of the token in the cookie. */
    token: text().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** How it was opened. */
    method: text().notNull().default('password'),
    /** When its user last showed a password, a code or a passkey. */
    verifiedAt: timestamp('verified_at', { withTimezone: true }).notNull().defaultNow(),
    /** To within minutes. */
    usedAt: timestamp('used_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('logins_token_unique').on(table.token), index('logins_user').on(table.userId)],
)
