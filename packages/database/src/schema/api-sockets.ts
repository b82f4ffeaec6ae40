import { index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { leaseOwners } from './lease-owners.ts'
import { users } from './users.ts'

/** Open sockets of a user's programs at each process. */
export const apiSockets = pgTable(
  'api_sockets',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    owner: uuid()
      .notNull()
      .references(() => leaseOwners.id, { onDelete: 'cascade' }),
    n: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.owner] }), index('api_sockets_owner').on(table.owner)],
)
