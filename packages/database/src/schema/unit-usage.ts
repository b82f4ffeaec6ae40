import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Compute units that a user has consumed in a month; months without consumption have no row. */
export const unitUsage = pgTable(
  'unit_usage',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its first day, UTC. */
    month: date().notNull(),
    used: integer().notNull().default(0),
    /** Given in addition to what the package includes. */
    credited: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.month] }),
    check('unit_usage_used', sql`${table.used} >= 0`),
    check('unit_usage_credited', sql`${table.credited} >= 0`),
  ],
)
