import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { leaseOwners } from './lease-owners.ts'

/** Who may work on something: a job, a feed, an account. At most one owner at a time. */
export const leases = pgTable(
  'leases',
  {
    kind: text().notNull(),
    key: text().notNull(),
    owner: uuid()
      .notNull()
      .references(() => leaseOwners.id, { onDelete: 'cascade' }),
    /** Higher than that of every earlier lease: what was begun under an earlier one is refused. */
    epoch: bigint({ mode: 'number' })
      .notNull()
      .default(sql`nextval('lease_epochs')`),
    takenAt: timestamp('taken_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] }), index('leases_owner').on(table.owner)],
)
