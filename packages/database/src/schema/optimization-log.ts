import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { optimizations } from './optimizations.ts'

/** What an optimization did. A line that is told again after a crash replaces itself. */
export const optimizationLog = pgTable(
  'optimization_log',
  {
    optimizationId: uuid('optimization_id')
      .notNull()
      .references(() => optimizations.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    /** UTC milliseconds. */
    time: bigint({ mode: 'number' }).notNull(),
    level: text().$type<'info' | 'warning' | 'error'>().notNull(),
    message: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.optimizationId, table.number] })],
)
