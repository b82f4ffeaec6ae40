import { boolean, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/**
 * Users, including the system user that owns the samples and cannot log in because it has no credential. `username` and
 * `email` are stored in lower case, which makes them unique regardless of case; `displayUsername` is as typed.
 */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    username: text().notNull(),
    displayUsername: text('display_username').notNull(),
    email: text().notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** When a link that was mailed to the address was opened; null until then. */
    emailVerifiedAt: timestamp('email_verified_at', { withTimezone: true }),
    image: text(),
    isAdmin: boolean('is_admin').notNull().default(false),
    lastLoginAt: timestamp('last_login_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_username_unique').on(table.username),
    uniqueIndex('users_email_unique').on(table.email),
  ],
)
