import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { bytes } from '../bytes-column.ts'
import { optimizations } from './optimizations.ts'

/** Daily returns of a row, apart from it because only the statistics of luck read them. */
export const optimizationReturns = pgTable(
  'optimization_returns',
  {
    optimizationId: uuid('optimization_id')
      .notNull()
      .references(() => optimizations.id, { onDelete: 'cascade' }),
    index: integer().notNull(),
    /** Float32, little-endian. */
    values: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.optimizationId, table.index] })],
)
