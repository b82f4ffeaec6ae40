import { integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { optimizations } from './optimizations.ts'

/** How much of the best result is luck, as computed for the rows up to a revision. Can be computed again at any time. */
export const optimizationLuck = pgTable('optimization_luck', {
  optimizationId: uuid('optimization_id')
    .primaryKey()
    .references(() => optimizations.id, { onDelete: 'cascade' }),
  revision: integer().notNull(),
  luck: jsonb().$type<unknown>().notNull(),
})
