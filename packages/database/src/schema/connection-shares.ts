import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { brokerConnections } from './broker-connections.ts'
import { users } from './users.ts'

/** Persons with whom the owner of a connection shares its accounts. */
export const connectionShares = pgTable(
  'connection_shares',
  {
    id: uuid().primaryKey(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => brokerConnections.id, { onDelete: 'cascade' }),
    /** The name or address as the owner typed it, in lower case. */
    invited: text().notNull(),
    /** Null where nobody has this name, or has declined: the owner cannot tell these apart. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    role: text({ enum: ['viewer', 'trader'] }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** From when on its person sees the accounts; null while it is an invitation. */
    acceptedAt: timestamp('accepted_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('connection_shares_invited').on(table.connectionId, table.invited),
    uniqueIndex('connection_shares_accepted')
      .on(table.connectionId, table.userId)
      .where(sql`${table.acceptedAt} is not null`),
    index('connection_shares_user').on(table.userId),
    check('connection_shares_role', sql`${table.role} in ('viewer', 'trader')`),
  ],
)
