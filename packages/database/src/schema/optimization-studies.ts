import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { OptimizationMonteCarlo } from '@tradeloom/contracts'
import { optimizations } from './optimizations.ts'

/** What could have happened to one row of an optimization, computed by a job on demand. */
export const optimizationStudies = pgTable(
  'optimization_studies',
  {
    id: uuid().notNull().unique(),
    optimizationId: uuid('optimization_id')
      .notNull()
      .references(() => optimizations.id, { onDelete: 'cascade' }),
    index: integer().notNull(),
    isDone: boolean('is_done').notNull().default(false),
    study: jsonb().$type<Pick<OptimizationMonteCarlo, 'draws' | 'blocks' | 'orderDrawdowns' | 'worseCosts'>>(),
    /** Why there is none. */
    error: text(),
  },
  (table) => [primaryKey({ columns: [table.optimizationId, table.index] })],
)
