import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** How long an administrator wants a kind of data to be kept. A kind without a row has its default. */
export const retentionRules = pgTable(
  'retention_rules',
  {
    kind: text().primaryKey(),
    /** Null: it is never deleted. */
    days: integer(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
    changedBy: uuid('changed_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [check('retention_rules_days', sql`${table.days} > 0`)],
)
