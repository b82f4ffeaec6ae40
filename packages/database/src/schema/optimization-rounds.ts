import { integer, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { optimizations } from './optimizations.ts'

/** A round of an optimization: rows `first` to `first + count - 1`. */
export const optimizationRounds = pgTable(
  'optimization_rounds',
  {
    optimizationId: uuid('optimization_id')
      .notNull()
      .references(() => optimizations.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    first: integer().notNull(),
    count: integer().notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.optimizationId, table.number] })],
)
