import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** How a user reaches a venue. A trigger of the migration opens the paper connection of each user with its account. */
export const brokerConnections = pgTable(
  'broker_connections',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What its orders are worth: `practice` is a real venue with play money. */
    type: text({ enum: ['paper', 'live', 'practice'] }).notNull(),
    broker: text().notNull(),
    /** Why it cannot be used, such as a refused key; null if it can. */
    connectionError: text('connection_error'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Its key was deleted; what was traded over it stays. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    index('broker_connections_user').on(table.userId),
    uniqueIndex('broker_connections_paper')
      .on(table.userId)
      .where(sql`${table.type} = 'paper'`),
    check('broker_connections_type', sql`${table.type} in ('paper', 'live', 'practice')`),
  ],
)
