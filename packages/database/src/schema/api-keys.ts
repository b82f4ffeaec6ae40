import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytes } from '../bytes-column.ts'
import { users } from './users.ts'

/** Keys with which programs call the platform. Of a secret only the hash is stored. */
export const apiKeys = pgTable(
  'api_keys',
  {
    /** The public half. */
    key: text().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    label: text().notNull(),
    /** SHA-256. A random secret of 256 bits needs no slow hash. */
    secretHash: bytes('secret_hash').notNull(),
    scopes: text({ enum: ['read', 'write', 'trade'] })
      .array()
      .notNull(),
    /** Null: never. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    /** Addresses and networks that it may be used from; empty: everywhere. */
    addresses: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** To the minute. */
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (table) => [index('api_keys_user').on(table.userId)],
)
