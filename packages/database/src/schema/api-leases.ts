import { index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { leaseOwners } from './lease-owners.ts'
import { users } from './users.ts'

/** Credits that a process may spend without asking. They are gone with it, so what it did not spend comes back. */
export const apiLeases = pgTable(
  'api_leases',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    owner: uuid()
      .notNull()
      .references(() => leaseOwners.id, { onDelete: 'cascade' }),
    credits: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.owner] }), index('api_leases_owner').on(table.owner)],
)
