import { bigint, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** The sum of a user's last 720 hours. Whoever leases credits or takes sockets locks this row first. */
export const apiWindow = pgTable('api_window', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  used30d: bigint('used_30d', { mode: 'number' }).notNull().default(0),
  /** The hour in which the sum was made; in a later one it is made again. */
  asOf: timestamp('as_of', { withTimezone: true }).notNull(),
})
