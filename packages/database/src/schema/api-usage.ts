import { integer, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Credits that the programs of a user have spent in an hour; kept for 31 days. */
export const apiUsage = pgTable(
  'api_usage',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its start, UTC. */
    hour: timestamp({ withTimezone: true }).notNull(),
    used: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hour] })],
)
