import { bigint, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytes } from '../bytes-column.ts'
import { users } from './users.ts'

/** The secret that a user's authenticator and the server share. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed. */
  secret: bytes().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** Since when logins need a code; null until the authenticator has shown a valid one. */
  enabledAt: timestamp('enabled_at', { withTimezone: true }),
  /** The time step of the last code that was used: only later ones count. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})
