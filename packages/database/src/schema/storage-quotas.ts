import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Users who may store more or less private market data, and results, than the installation's quota says. */
export const storageQuotas = pgTable(
  'storage_quotas',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    bytes: bigint({ mode: 'number' }).notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('storage_quotas_bytes', sql`${table.bytes} > 0`)],
)
